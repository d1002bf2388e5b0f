// Runs one row of packages/integrations/test/api-call-faults.md: a fault, against real servers, with a real log.
import { Kysely, PostgresDialect } from 'kysely';
import { expect, vi } from 'vitest';
import { createTestDatabase, postgresPool } from '../../../test/databases.ts';
import type { FailureGroup } from '../src/failures/FailureReports.ts';
import {
  type ApiLogTables,
  type Client,
  createCallLog,
  createClient,
  createFailureReports,
  IntegrationError,
  installApiLogs,
} from '../src/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import { closedPort, named, servers } from './faultTableServers.ts';
import { sends } from './support.ts';

export interface FaultCase {
  readonly fault: string;
  /** What is called, and with which capabilities. */
  readonly call: string;
  /** Arranges the fault and makes the call; returns what the caller gets, in a word. */
  readonly run: (client: Client) => Promise<string | number>;
  /** In a word: the result of `run`, or the code of its error. */
  readonly gets: string | number;
  /** Status, or kind of error, of each row. */
  readonly rows: readonly (string | number)[];
  /** Requests that arrived at the servers, the description of a SOAP service not counted. Left out, one for each row. */
  readonly requests?: number;
  /** Failures of each reported group. Defaults to none. */
  readonly notified?: readonly number[];
  /** Milliseconds between the attempts. Defaults to none. */
  readonly waits?: readonly number[];
  /** The log's database is not there. */
  readonly isLogAway?: boolean;
}

/** What a run came to. */
export interface FaultResult
  extends Required<Pick<FaultCase, 'gets' | 'requests' | 'rows' | 'notified' | 'waits'>> {
  /** Of the error that the caller gets. */
  readonly message: string | null;
  /** Number of the attempt of each row. */
  readonly tries: readonly number[];
  /** What each row says: status, error. */
  readonly reported: readonly string[];
  /** The sum of the calls of `onDropped`, and the kind of error passed to `onError`. */
  readonly dropped: number;
  readonly logErrors: readonly string[];
}

export async function runCase(fault: FaultCase): Promise<FaultResult> {
  const database = await createTestDatabase<ApiLogTables>('sqlite');
  await installApiLogs(database.db);
  const absent = fault.isLogAway ? await absentDatabase() : null;
  const clock = fakeClock();
  let dropped = 0;
  const logErrors = new Set<string>();
  const groups: FailureGroup[] = [];
  const log = createCallLog<ApiLogTables>({
    db: absent ?? database.db,
    capacity: 3,
    batchSize: 2,
    onDropped: (count) => {
      dropped += count;
    },
    onError: (error) => logErrors.add(kindOf(error)),
  });
  const failures = createFailureReports({ notify: async (group) => void groups.push(group) });
  const client = createClient({ log, failures, clock });
  for (const server of Object.values(servers)) server.received.length = 0;
  servers.other.respondsWith(sends(200));

  try {
    const outcome = await outcomeOf(() => fault.run(client));
    if (absent) await vi.waitFor(() => expect(log.state.isUnavailable).toBe(true), { timeout: 60_000 });
    await log.close(absent ? 50 : 5_000);
    await failures.close();
    const rows = await rowsOf(database.db);
    return {
      ...outcome,
      requests: Object.values(servers).reduce((sum, { received }) => sum + received.filter(isCall).length, 0),
      rows: rows.map(({ status, error }) => status ?? kindOfText(error)),
      tries: rows.map((row) => row.try),
      reported: rows.map(({ status, error }) =>
        [status, error && named(error)].filter((part) => part !== null).join(', '),
      ),
      notified: groups.filter(({ stage }) => stage === 'closed').map(({ count }) => count),
      waits: clock.waits,
      dropped,
      logErrors: [...logErrors],
    };
  } finally {
    await client.close();
    await absent?.destroy();
    await database.destroy();
  }
}

async function outcomeOf(run: () => Promise<string | number>) {
  try {
    return { gets: await run(), message: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      gets: error instanceof IntegrationError ? error.code : kindOf(error),
      message: named(error.message),
    };
  }
}

function rowsOf(db: Kysely<ApiLogTables>) {
  return db.selectFrom('api_logs').select(['try', 'status', 'error']).orderBy('id').execute();
}

/** Of a database at an unused address. */
async function absentDatabase(): Promise<Kysely<ApiLogTables>> {
  const pool = postgresPool({ host: '127.0.0.1', port: await closedPort() });

  return new Kysely<ApiLogTables>({ dialect: new PostgresDialect({ pool }) });
}

function isCall({ method, url }: { method?: string; url?: string }): boolean {
  return !(method === 'GET' && url?.endsWith('?wsdl'));
}

function kindOfText(error: string | null): string {
  return (
    /^(dns|refused|reset|timeout|too_large|aborted|redirect|other)(?=:)/.exec(error ?? '')?.[0] ?? 'not sent'
  );
}

function kindOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);

  return error instanceof Error ? (error.message.split(/[:.]/, 1)[0] ?? '') : typeof error;
}
