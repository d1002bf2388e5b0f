import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import pg from 'pg';
import { withSearchPath } from '../../../packages/service/src/kernel/database/Database.ts';
import { publish } from '../publish.ts';
import { type Case, casesOf } from './cases.ts';
import { contenders } from './contenders.ts';
import { checkResponses } from './correctness.ts';
import { prepareDatabase } from './database.ts';
import { type Measured, measureCase } from './measure.ts';
import { parseOptions } from './options.ts';
import { missed, type Results, report } from './report.ts';
import { type Log, type RunningServer, startServer } from './startServer.ts';
import { measureStatistics } from './statistics.ts';

/** `npm run bench -- apiLogs`: fills, checks, measures, prints, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const embedded = options.databaseUrl === null ? await startEphemeralPostgres() : null;
  const servers: RunningServer[] = [];
  try {
    const logs = [options.small, options.rows].map((rows) => ({
      rows,
      databaseUrl: withSearchPath(urlOf(options.databaseUrl ?? embedded?.url ?? '', rows), 'rowhouse'),
    }));
    for (const { databaseUrl, rows } of logs) await prepareDatabase(databaseUrl, rows);
    for (const contender of contenders) {
      for (const log of logs) servers.push(await startServer(contender, log, options.poolSize));
    }
    const cases = await checkedCases(logs, servers);
    const results: Results = {
      cases: await measureAll(cases, servers, options.requests),
      statistics: await measureStatistics(logs),
      ...(await facts(logs.at(-1))),
    };
    await publish(report(results, options), options.out);
    const over = missed(results, options);
    if (over.length > 0) throw new Error(`Slower than allowed: ${over.join('; ')}.`);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await embedded?.stop();
  }
}

/** The cases of each log, since users and times are its own. */
async function checkedCases(logs: readonly Log[], servers: readonly RunningServer[]) {
  const ofLogs = new Map<number, readonly Case[]>();
  for (const { databaseUrl, rows } of logs) {
    const cases = await casesOf(databaseUrl);
    await checkResponses(
      databaseUrl,
      cases,
      servers.filter((server) => server.rows === rows),
    );
    ofLogs.set(rows, cases);
  }
  console.log('All answers are right.');

  return ofLogs;
}

async function measureAll(
  ofLogs: ReadonlyMap<number, readonly Case[]>,
  servers: readonly RunningServer[],
  requests: number,
) {
  const [first = []] = ofLogs.values();
  const measured: { of: Case; measured: Measured }[] = [];
  for (const [index, of] of first.entries()) {
    const queriesOf = (rows: number) => ofLogs.get(rows)?.[index]?.queries ?? [];
    measured.push({ of, measured: await measureCase(servers, { ...of, queriesOf }, requests) });
    console.log(of.title);
  }

  return measured;
}

function urlOf(base: string, rows: number): string {
  const url = new URL(base);
  url.pathname = `${url.pathname}_${rows}`;

  return url.href;
}

async function facts(log: Log | undefined) {
  const client = new pg.Client({ connectionString: log?.databaseUrl });
  await client.connect();
  try {
    const version = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    const indexes = await client.query<{ name: string; megabytes: number }>(
      `select indexrelname as name, round(pg_relation_size(indexrelid) / 1048576.0)::int as megabytes
      from pg_stat_user_indexes where relname = 'api_logs' order by 1`,
    );

    return { postgres: version.rows[0]?.version.split(' ')[0] ?? '', indexes: indexes.rows };
  } finally {
    await client.end();
  }
}
