import type { Kysely } from 'kysely';
import type { ServiceDefinition } from '../createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { ServeContext } from '../kernel/Module.ts';
import { composeMail } from '../kernel/mail/createMailer.ts';
import type { Mail, Mailer } from '../kernel/mail/Mailer.ts';
import { type FailedJob, failedJobs, type RunJobsOptions, runJobs } from './runJobs.ts';
import { type SignInOptions, signer, type TestUser } from './signIn.ts';
import { startOnThrowAwayDatabase } from './startOnThrowAwayDatabase.ts';
import { type TestCaller, testCaller } from './TestCaller.ts';

export interface TestServiceOptions {
  /** Values of the configuration, as in rowhouse.config.json: `{ languages: ['en', 'de'] }`. */
  readonly config?: object;
  /** Environment variables, which go before `config`. Those of the process are not read. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * PostgreSQL server whose user may create databases. The service gets a new database there, which `stop` removes; no
   * existing one is touched. By default the server that TEST_POSTGRES_URL names, otherwise an embedded one,
   * started once per process.
   */
  readonly postgresUrl?: string;
  /** Called when the tables are up to date and before the first request. */
  readonly prepare?: (db: Kysely<Database>) => Promise<void>;
}

/** A service of a test's own: its methods call routes as a visitor who is not signed in. */
export interface TestService<DB = Database> extends TestCaller {
  /** Where it listens, for example `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly db: Kysely<DB>;
  readonly config: Config;
  /** What the routes of modules are given. */
  readonly context: ServeContext;
  /** Every line of the log so far, as JSON. */
  readonly log: readonly string[];
  /**
   * Creates a user and signs him in.
   *
   * @throws StartError for a role that does not exist.
   */
  signIn(options?: SignInOptions): Promise<TestUser>;
  /**
   * Waits until all jobs have ended, and those that they sent, and returns the ones that have failed for good so far.
   * Further attempts do not wait for their delay.
   *
   * @throws Error that names the jobs which have not ended in time.
   */
  runJobs(options?: RunJobsOptions): Promise<readonly FailedJob[]>;
  /** Mails to everybody so far, the oldest first; `runJobs` before, as jobs send them. None leaves the process. */
  mails(): readonly Mail[];
  /** Makes permissions that the test changed in the database visible immediately. */
  forgetAccess(): void;
  /** Stops the service, and removes its database and its files. */
  stop(): Promise<void>;
}

/**
 * Starts a service with HTTP on a free port and a worker, on a database of its own.
 *
 *     const service = await startTestService(definition);
 *     const clerk = await service.signIn({ role: 'user' });
 *     expect((await clerk.get('/api/rooms/init')).status).toBe(403);
 *     await service.stop();
 *
 * @throws StartError for modules or a configuration with faults.
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

/** Keeps mails instead of sending them. Refuses the recipients that a mail server would not be given. */
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
