import { type Kysely, sql } from 'kysely';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import { composeMail } from '../kernel/mail/createMailer.ts';
import type { Mail, Mailer } from '../kernel/mail/Mailer.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import { startOnThrowAwayDatabase } from './startOnThrowAwayDatabase.ts';
import { type SignInOptions, signer, type TestCaller, type TestUser, testCaller } from './TestCaller.ts';

export interface TestServiceOptions {
  /** Configuration values, with the keys of rowhouse.config.json: `{ languages: ['en', 'de'] }`. */
  readonly config?: object;
  /** Environment variables, which override `config`. Those of the process are not read. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * URL of a PostgreSQL server whose user may create databases. The service gets a new database, which `stop` drops; existing
   * ones are not touched. By default TEST_POSTGRES_URL, otherwise an embedded server, started once per process.
   */
  readonly postgresUrl?: string;
  /** Called after migrations and before the first request. */
  readonly prepare?: (db: Kysely<Database>) => Promise<void>;
}

/** A running service for tests. Its `TestCaller` methods call routes without signing in. */
export interface TestService<DB = Database> extends TestCaller {
  /** URL on which it listens, for example `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly db: Kysely<DB>;
  readonly config: Config;
  /** The context of the modules' routes. */
  readonly context: ServeContext;
  /** The lines of the log so far, as JSON. */
  readonly log: readonly string[];
  /**
   * Creates a user and signs in.
   *
   * @throws StartError for a role that does not exist.
   */
  signIn(options?: SignInOptions): Promise<TestUser>;
  /**
   * Waits until all jobs have ended, including jobs that these send, and returns the permanently failed ones. Retries start
   * without delay.
   *
   * @throws Error that lists the jobs that have not ended within the time limit.
   */
  runJobs(options?: RunJobsOptions): Promise<readonly FailedJob[]>;
  /** All mails so far, oldest first. Mails are sent by jobs, so call `runJobs` first. No mail leaves the process. */
  mails(): readonly Mail[];
  /** Clears the cache of users and permissions, after a test has changed them in the database. */
  forgetAccess(): void;
  /** Stops the service and deletes its database and files. */
  stop(): Promise<void>;
}

/**
 * Starts a service with an HTTP server on a free port and workers, on a new database.
 *
 *     const service = await startTestService(definition);
 *     const clerk = await service.signIn({ role: 'user' });
 *     expect((await clerk.get('/api/rooms/init')).status).toBe(403);
 *     await service.stop();
 *
 * @throws StartError for invalid modules or configuration.
 */
export async function startTestService<DB = Database>(
  definition: ServiceDefinition = {},
  options: TestServiceOptions = {},
): Promise<TestService<DB>> {
  const { config: values, environment, postgresUrl: server, prepare } = options;
  const { mails, createMailer } = captureMails();
  const { service, config, log, destroy } = await startOnThrowAwayDatabase({
    definition,
    environment,
    values,
    server,
    prepare,
    createMailer,
  });
  const { address, context, database } = service;
  const { db } = database;
  let stopping: Promise<void> | null = null;

  return {
    ...testCaller(address),
    address,
    db: db as unknown as Kysely<DB>,
    config,
    context,
    log,
    signIn: signer(service, mails),
    runJobs: async (how) => {
      await runJobs(db, how);

      return failedJobs(db);
    },
    mails: () => [...mails],
    forgetAccess: context.forgetAccess,
    stop: () => {
      stopping ??= destroy();

      return stopping;
    },
  };
}

/** Collects mails instead of sending them. Refuses invalid recipients like the real mailer. */
function captureMails(): {
  readonly mails: Mail[];
  readonly createMailer: (config: Pick<Config, 'mail' | 'baseUrl'>) => Mailer;
} {
  const mails: Mail[] = [];

  return {
    mails,
    createMailer: ({ mail: { from }, baseUrl }) => ({
      send: async (mail, signal) => {
        signal?.throwIfAborted();
        composeMail(mail, { from, host: new URL(baseUrl).hostname });
        // A repeated delivery replaces the earlier one, as in the outbox.
        const index = mails.findIndex(({ id }) => id === mail.id);
        if (index === -1) mails.push(mail);
        else mails[index] = mail;
      },
      close: () => undefined,
    }),
  };
}

export interface RunJobsOptions {
  /** Also runs jobs with `startAfter` in the future. Defaults to false. */
  readonly scheduled?: boolean;
  /** Milliseconds after which it rejects. Defaults to 30,000. */
  readonly timeout?: number;
}

/** A job whose attempts are used up. */
export interface FailedJob {
  readonly kind: string;
  readonly data: unknown;
  /** Message of the last error. */
  readonly error: string;
}

interface OpenJob {
  readonly queue: string;
  readonly kind: string | null;
  readonly state: string;
}

/**
 * Waits until the workers have run all jobs, including jobs that these send. Retries start without delay.
 *
 * @throws Error that lists the jobs that have not ended within the time limit.
 */
async function runJobs(
  db: Kysely<Database>,
  { scheduled = false, timeout = 30_000 }: RunJobsOptions = {},
): Promise<void> {
  const end = Date.now() + timeout;
  for (;;) {
    const states = scheduled ? ['retry', 'created'] : ['retry'];
    await sql`
      update jobs.job set start_after = now()
      where state::text = any(${states}) and start_after > now()`.execute(db);
    const open = await openJobs(db);
    if (open.length === 0) return;
    if (Date.now() >= end) throw new Error(`Jobs have not ended within ${timeout} ms: ${list(open)}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function openJobs(db: Kysely<Database>): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select name as queue, data->>'kind' as kind, state::text as state from jobs.job
    where state::text in ('retry', 'active') or state::text = 'created' and start_after <= now()
    order by created_on`.execute(db);

  return rows;
}

function list(jobs: readonly OpenJob[]): string {
  return jobs.map(({ queue, kind, state }) => `${kind ?? 'unknown'} in ${queue} (${state})`).join(', ');
}

/** Permanently failed jobs, in the order in which they were sent. */
async function failedJobs(db: Kysely<Database>): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select data->>'kind' as kind, data->'data' as data,
      coalesce(output->>'message', output->'value'->>'message', output::text, '') as error
    from jobs.job where state::text = 'failed' order by created_on`.execute(db);

  return rows;
}
