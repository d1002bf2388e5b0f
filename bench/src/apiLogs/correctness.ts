import pg from 'pg';
import type { Case } from './cases.ts';
import type { ReceivedResponse } from './contenders.ts';
import { conditionOf, type LogQuery } from './LogQuery.ts';
import { ask } from './measure.ts';
import type { RunningServer } from './startServer.ts';

/**
 * Sends every query to every server, and compares the calls' ids, and the numbers where they are requested, with plain
 * SQL.
 *
 * @throws at the first wrong response: the speed of wrong responses is of no interest.
 */
export async function checkResponses(
  databaseUrl: string,
  cases: readonly Case[],
  servers: readonly RunningServer[],
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { title, queries } of cases) {
      for (const query of queries) {
        const expected = await responseBySql(client, query);
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

function compare(what: string, expected: ReceivedResponse, response: ReceivedResponse): void {
  if (response.ids.join() !== expected.ids.join()) {
    throw new Error(`${what}: calls ${response.ids.join(' ')} instead of ${expected.ids.join(' ')}`);
  }
  if (expected.filtered !== null && response.filtered !== expected.filtered) {
    throw new Error(`${what}: counted ${response.filtered} instead of ${expected.filtered}`);
  }
}

async function responseBySql(client: pg.Client, query: LogQuery): Promise<ReceivedResponse> {
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
