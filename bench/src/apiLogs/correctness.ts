import pg from 'pg';
import type { Case } from './cases.ts';
import type { Answer } from './contenders.ts';
import { conditionOf, type LogQuery } from './LogQuery.ts';
import { ask } from './measure.ts';
import type { RunningServer } from './startServer.ts';

/**
 * Asks every server for every query, and compares the calls' ids, and the numbers where they are asked for, with plain
 * SQL.
 *
 * @throws at the first answer that is not right: the speed of wrong answers is of no interest.
 */
export async function checkAnswers(
  databaseUrl: string,
  cases: readonly Case[],
  servers: readonly RunningServer[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { title, queries } of cases) {
      for (const query of queries) {
        const expected = await answerBySql(client, query);
        for (const server of servers) {
          compare(
            `${server.contender.name}, ${title}, ${JSON.stringify(query)}`,
            expected,
            await ask(server, query),
          );
        }
      }
    }
  } finally {
    await client.end();
  }
}

function compare(what: string, expected: Answer, answer: Answer): void {
  if (answer.ids.join() !== expected.ids.join()) {
    throw new Error(`${what}: calls ${answer.ids.join(' ')} instead of ${expected.ids.join(' ')}`);
  }
  if (expected.filtered !== null && answer.filtered !== expected.filtered) {
    throw new Error(`${what}: counted ${answer.filtered} instead of ${expected.filtered}`);
  }
}

async function answerBySql(client: pg.Client, query: LogQuery): Promise<Answer> {
  const { sql, values } = conditionOf(query);
  const { rows } = await client.query<{ id: string }>(
    `select id from api_logs where ${sql} order by created_at desc, id desc limit 10`,
    [...values],
  );
  if (!query.counted) return { ids: rows.map(({ id }) => id), filtered: null };
  const counted = await client.query<{ count: number }>(
    `select count(*)::int as count from api_logs where ${sql}`,
    [...values],
  );

  return { ids: rows.map(({ id }) => id), filtered: counted.rows[0]?.count ?? null };
}
