import type { Demo } from './demo.ts';

export interface Case {
  readonly name: string;
  /** Who sends it: pages have a session, programs a key. */
  readonly by: 'session' | 'key';
  /** The path of a turn. Turns differ, so that no result is shared between them. */
  path(turn: number): string;
}

const words = 'smith müller garcia rossi tanaka dubois silva jensen novak kowalski'.split(' ');
const termOf = (turn: number) => `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}`;

/** The query of a request, each value as JSON. */
export const queryOf = (values: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ).toString();

const page = (meta: object, rest: object = {}) =>
  `/api/orders/tableData?${queryOf({ meta: { start: 0, length: 25, sort: false, search: '', ...meta }, ...rest })}`;

/** What people and programs request most. `orders` is the number of rows, `numbers` are some of their numbers. */
export function casesOf(orders: number, numbers: readonly string[]): readonly Case[] {
  const startOf = (turn: number) => 25 * ((turn * 7919) % Math.max(1, Math.floor(orders / 500)));
  const session = (name: string, path: Case['path']): Case => ({ name, by: 'session', path });

  return [
    session('how to draw a table (init)', () => '/api/orders/init'),
    session('first page with exact count', () => page({})),
    session('a page of the first 5 %', (turn) => page({ start: startOf(turn) })),
    session('a page of the middle', (turn) => page({ start: Math.floor(orders / 2) + startOf(turn) })),
    session('a search, its matches not counted', (turn) => page({ search: termOf(turn) })),
    session('a search, counted', (turn) => page({ search: termOf(turn), forceInfo: true })),
    session('a filter, counted', (turn) =>
      page(
        { forceInfo: true },
        { intervals: { orders: { items: { min: 1 + (turn % 5), max: 30 + (turn % 50) } } } },
      ),
    ),
    session('facets of two columns, under a search', (turn) =>
      page({
        search: words[turn % words.length],
        forceInfo: true,
        facets: ['orders.status', 'orders.paid'],
      }),
    ),
    {
      name: 'one API call of a program, logged',
      by: 'key',
      path: (turn) => `/api/shop/orders/${numbers[turn % numbers.length]}`,
    },
  ];
}

/** Sends the request of a turn. Throws unless it succeeds. */
export async function send(demo: Demo, one: Case, turn: number): Promise<void> {
  const response = await fetch(demo.address + one.path(turn), { headers: demo[one.by] });
  const text = await response.text();
  if (!response.ok) throw new Error(`${one.name}: ${response.status} ${text.slice(0, 500)}`);
}
