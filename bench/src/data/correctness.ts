import pg from 'pg';
import type { Case } from './cases.ts';
import type { ReceivedResponse } from './contenders/Contender.ts';
import type { Query } from './Query.ts';
import { send } from './send.ts';
import type { RunningContender } from './startContender.ts';

/**
 * Asks every contender for every page of its cases, and compares the rows' ids, and the counts where one is
 * requested, with plain SQL.
 *
 * @throws at the first wrong response: the speed of wrong responses is of no interest.
 */
export async function checkResponses(
  databaseUrl: string,
  cases: readonly Case[],
  running: readonly RunningContender[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { id, queries } of cases) {
      const takers = running.filter(({ contender }) => contender.only?.includes(id) ?? true);
      for (const query of queries) {
        const expected = await askDatabase(client, query);
        for (const { contender, address } of takers) {
          const response = contender.read(JSON.parse(await send(address, contender.request(query))));
          compare(`${contender.name}, ${id}, start ${query.start}`, query, expected, response);
        }
      }
    }
  } finally {
    await client.end();
  }
}

function compare(
  what: string,
  query: Query,
  expected: { ids: string[]; count: number },
  response: ReceivedResponse,
): void {
  if (response.ids.join() !== expected.ids.join()) {
    throw new Error(`${what}: rows ${response.ids.join(' ')} instead of ${expected.ids.join(' ')}`);
  }
  if (query.counted && response.count !== expected.count) {
    throw new Error(`${what}: counted ${response.count} instead of ${expected.count}`);
  }
}

async function askDatabase(client: pg.Client, query: Query): Promise<{ ids: string[]; count: number }> {
  const conditions = ['true'];
  const values: unknown[] = [];
  if (query.search !== undefined) {
    values.push(`%${query.search}%`);
    conditions.push(`(c.name ilike $${values.length} or o.number ilike $${values.length})`);
  }
  if (query.status !== undefined) {
    values.push(query.status);
    conditions.push(`o.status = $${values.length}`);
  }
  // Every order has a customer: a foreign key says so. In a table of a hundred million rows the join would take minutes.
  const join = query.search === undefined ? '' : 'join customers c on c.id = o.customer_id';
  const from = `from orders o ${join} where ${conditions.join(' and ')}`;
  const text = `select count(*) as count ${from}`;
  const counted = query.counted ? (counts.get(text + values) ?? (await countOf(client, text, values))) : -1;
  if (query.counted) counts.set(text + values, counted);
  // In a huge table the last pages are many times as fast from the end; written by hand, it is as plain.
  const fromEnd = query.counted && query.start > counted / 2;
  const limit = fromEnd ? Math.min(query.length, counted - query.start) : query.length;
  const offset = fromEnd ? counted - query.start - limit : query.start;
  const terms = [...query.sort, { column: 'id', direction: 'desc' }];
  const order = terms.map(
    ({ column, direction }) => `o.${column} ${fromEnd === (direction === 'desc') ? 'asc' : 'desc'}`,
  );
  const page = await client.query<{ id: string }>(
    `select o.id ${from} order by ${order.join(', ')} limit ${limit} offset ${offset}`,
    values,
  );
  const ids = page.rows.map((row) => row.id);
  return { ids: fromEnd ? ids.reverse() : ids, count: counted };
}

/** Nothing is written meanwhile. */
const counts = new Map<string, number>();

async function countOf(client: pg.Client, text: string, values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: string }>(text, values);
  return Number(rows[0]?.count);
}
