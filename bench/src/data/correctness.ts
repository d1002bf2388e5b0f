import pg from 'pg';
import type { Case } from './cases.ts';
import type { Answer } from './contenders/Contender.ts';
import type { Query } from './Query.ts';
import { send } from './send.ts';
import type { RunningContender } from './startContender.ts';

/**
 * Asks every contender for every page of its cases, and compares the rows' ids, and the counts where one is
 * asked for, with plain SQL.
 *
 * @throws at the first answer that is not right: the speed of wrong answers is of no interest.
 */
export async function checkAnswers(
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
          const answer = contender.read(JSON.parse(await send(address, contender.request(query))));
          compare(`${contender.name}, ${id}, start ${query.start}`, query, expected, answer);
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
  answer: Answer,
): void {
  if (answer.ids.join() !== expected.ids.join()) {
    throw new Error(`${what}: rows ${answer.ids.join(' ')} instead of ${expected.ids.join(' ')}`);
  }
  if (query.counted && answer.count !== expected.count) {
    throw new Error(`${what}: counted ${answer.count} instead of ${expected.count}`);
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
  const from = `from orders o join customers c on c.id = o.customer_id where ${conditions.join(' and ')}`;
  const sort = query.sort.map(({ column, direction }) => `o.${column} ${direction}`).join(', ');
  const page = await client.query<{ id: string }>(
    `select o.id ${from} order by ${sort}, o.id desc limit ${query.length} offset ${query.start}`,
    values,
  );
  if (!query.counted) return { ids: page.rows.map((row) => row.id), count: -1 };
  const { rows } = await client.query<{ count: string }>(`select count(*) as count ${from}`, values);
  return { ids: page.rows.map((row) => row.id), count: Number(rows[0]?.count) };
}
