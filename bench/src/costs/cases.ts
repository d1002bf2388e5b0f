import type { Programs } from './startPrograms.ts';

export interface Case {
  readonly name: string;
  /** Whose request it is; pages have a session, programs a key. */
  readonly by: 'session' | 'key';
  /** The request of a turn. Turns differ, so that no result is shared between them. */
  request(turn: number): { readonly path: string; readonly method?: string; readonly body?: unknown };
}

const words = [
  'smith',
  'müller',
  'garcia',
  'rossi',
  'tanaka',
  'dubois',
  'silva',
  'jensen',
  'novak',
  'kowalski',
];
const list = (query: Record<string, unknown>) =>
  `/api/orders/tableData?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]),
  )}`;
const page = (meta: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  list({ meta: { start: 0, length: 25, sort: false, search: '', ...meta }, ...rest });

/** What people and programs request most. `orders` is the number of rows. */
export const casesOf = (orders: number, numbers: readonly string[]): readonly Case[] => [
  { name: 'how to draw a table (init)', by: 'session', request: () => ({ path: '/api/orders/init' }) },
  { name: 'first page with exact count', by: 'session', request: () => ({ path: page({}) }) },
  {
    name: 'a page of the first 5 %',
    by: 'session',
    request: (turn) => ({ path: page({ start: 25 * ((turn * 7919) % Math.floor(orders / 500)) }) }),
  },
  {
    name: 'a page of the middle',
    by: 'session',
    request: (turn) => ({
      path: page({ start: Math.floor(orders / 2) + 25 * ((turn * 7919) % Math.floor(orders / 500)) }),
    }),
  },
  {
    name: 'a search, its matches not counted',
    by: 'session',
    request: (turn) => ({
      path: page({ search: `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}` }),
    }),
  },
  {
    name: 'a search, counted',
    by: 'session',
    request: (turn) => ({
      path: page({
        search: `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}`,
        forceInfo: true,
      }),
    }),
  },
  {
    name: 'a filter, counted',
    by: 'session',
    request: (turn) => ({
      path: page(
        { forceInfo: true },
        { intervals: { orders: { items: { min: 1 + (turn % 5), max: 30 + (turn % 50) } } } },
      ),
    }),
  },
  {
    name: 'facets of two columns, under a search',
    by: 'session',
    request: (turn) => ({
      path: page({
        search: words[turn % words.length],
        forceInfo: true,
        facets: ['orders.status', 'orders.paid'],
      }),
    }),
  },
  {
    name: 'one API call of a program, logged',
    by: 'key',
    request: (turn) => ({ path: `/api/shop/orders/${numbers[turn % numbers.length]}` }),
  },
];

export interface Spent {
  readonly name: string;
  /** Milliseconds of processor time for each request. */
  readonly web: number;
  readonly database: number;
}

/** Sends the request of a turn. Throws unless it succeeds. */
export async function send(programs: Programs, one: Case, turn: number): Promise<void> {
  const { path, method = 'GET', body } = one.request(turn);
  const response = await fetch(`${programs.address}${path}`, {
    method,
    headers: { ...programs[one.by], ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${one.name}: ${response.status} ${text.slice(0, 500)}`);
}
