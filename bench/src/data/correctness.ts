import type pg from 'pg';
import { withClient } from '../harness/postgres.ts';
import type { Case, Query } from './cases.ts';
import { type RunningContender, send } from './measure.ts';

/**
 * Requests every page of every case from every contender, and compares the rows' ids, and the counts where one is requested,
 * with plain SQL.
 *
 * @throws at the first wrong response: the speed of wrong responses is of no interest.
 */
export function checkResponses(
  databaseUrl: string,
  cases: readonly Case[],
  running: readonly RunningContender[],
): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    for (const { id, queries } of cases) {
      for (const query of queries) {
        const expected = await queryDatabase(client, query);
        for (const { contender, process } of running) {
          const { ids, count } = contender.read(
            JSON.parse(await send(process.ready, contender.request(query))),
          );
          const what = `${contender.name}, ${id}, start ${query.start}`;
          if (ids.join() !== expected.ids.join())
            throw new Error(`${what}: rows ${ids.join(' ')} instead of ${expected.ids.join(' ')}`);
          if (query.counted && count !== expected.count)
            throw new Error(`${what}: counted ${count} instead of ${expected.count}`);
        }
      }
    }
  });
}

async function queryDatabase(client: pg.Client, query: Query) {
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
  // A foreign key says that every order has a customer. In a table of a hundred million rows the join would take minutes.
  const join = query.search === undefined ? '' : 'join customers c on c.id = o.customer_id';
  const from = `from orders o ${join} where ${conditions.join(' and ')}`;
  const count = query.counted ? await countOnce(client, from, values) : -1;
  // In a huge table the last pages are many times as fast from the end; written by hand, it is as plain.
  const fromEnd = query.counted && query.start > count / 2;
  const limit = fromEnd ? Math.min(query.length, count - query.start) : query.length;
  const offset = fromEnd ? count - query.start - limit : query.start;
  const terms = [...query.sort, { column: 'id', direction: 'desc' }];
  const order = terms.map(
    ({ column, direction }) => `o.${column} ${fromEnd === (direction === 'desc') ? 'asc' : 'desc'}`,
  );
  const page = await client.query<{ id: string }>(
    `select o.id ${from} order by ${order.join(', ')} limit ${limit} offset ${offset}`,
    values,
  );
  const ids = page.rows.map((row) => row.id);

  return { ids: fromEnd ? ids.reverse() : ids, count };
}

/** Nothing is written while responses are checked. */
const counts = new Map<string, number>();

async function countOnce(client: pg.Client, from: string, values: unknown[]): Promise<number> {
  const known = counts.get(from + values);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ count: string }>(`select count(*) as count ${from}`, values);
  const count = Number(rows[0]?.count);
  counts.set(from + values, count);

  return count;
}
