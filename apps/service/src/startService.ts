import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { storePermissions } from './access/storePermissions.ts';
import { type UserDirectory, userDirectory } from './access/userDirectory.ts';
import { type Auth, createAuth } from './auth/createAuth.ts';
import type { Config } from './config/Config.ts';
import { keepSecret } from './config/keepSecret.ts';
import type { Database } from './database/Database.ts';
import { migrate } from './database/migrate.ts';
import { type OpenDatabase, openDatabase } from './database/openDatabase.ts';
import { buildApp } from './http/app.ts';
import { builtPages } from './http/pages.ts';
import { StartError } from './StartError.ts';
import { type Credentials, firstAdministrator } from './users/firstAdministrator.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Where root puts what the database server's user could not reach otherwise. */
  readonly systemFolder?: string;
  /** Called when the tables are up to date and before the first request. */
  readonly prepare?: (db: Kysely<Database>) => Promise<void>;
  /** Folder of the built pages; where `npm run build:pages` puts them by default. */
  readonly pagesFolder?: string;
}

/** A service that accepts requests. */
export interface RunningService {
  /** Where it listens. */
  readonly address: string;
  readonly app: FastifyInstance;
  readonly auth: Auth;
  readonly database: OpenDatabase;
  /** Who is who; `forget()` it after a change of users, roles or permissions. */
  readonly directory: UserDirectory;
  /** Present at the first start only, and kept nowhere. */
  readonly firstAdministrator: Credentials | null;
  /**
   * Stops accepting, finishes requests (for `patience` milliseconds at most, 10 seconds by default), closes the
   * connections and stops the embedded server.
   */
  stop(patience?: number): Promise<void>;
}

/** Starts everything, in the order in which the parts need each other. What was started is stopped on a failure. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, logger, systemFolder, prepare, pagesFolder = builtPages } = options;
  const database = await openDatabase({
    config,
    use: 'own',
    log: (level, text) => logger[level](text),
    systemFolder,
  });
  try {
    const { db } = database;
    await migrate(db);
    await prepare?.(db);
    const secret = await keepSecret(config);
    const auth = createAuth({ db, config, secret, log: (level, text) => logger[level](text) });
    const directory = userDirectory(db);
    const app = await buildApp({
      config,
      connection: database,
      auth,
      directory,
      logger,
      isMigrated: () => true,
      pagesFolder,
    });
    await app.ready();
    await storePermissions(db, app.permissionNames());
    const credentials = await firstAdministrator(db, auth);
    const address = await listen(app, config);
    let stopping: Promise<void> | null = null;
    return {
      address,
      app,
      auth,
      database,
      directory,
      firstAdministrator: credentials,
      stop: (patience = 10_000) => {
        stopping ??= stop(app, database, patience);
        return stopping;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is in use by another program. Stop that one, or choose another port: ` +
          `ROWHOUSE_PORT=${port + 1}.`,
        { cause },
      );
    }
    if (code === 'EACCES') {
      throw new StartError(
        `Port ${port} may not be used by this user. Choose one above 1023, for example ROWHOUSE_PORT=3000.`,
        { cause },
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(
        `${host} is not an address of this machine. Set ROWHOUSE_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
        { cause },
      );
    }
    throw cause;
  }
}

async function stop(app: FastifyInstance, database: OpenDatabase, patience: number): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), patience);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
    await database.close();
  }
}
