import type { Kysely } from 'kysely';
import type { Config } from '../config/Config.ts';
import { type Connection, connect } from './connect.ts';
import type { Database } from './Database.ts';

/** The connections of requests, in parts, so that slow queries never keep waiting what every request needs first. */
export interface RequestConnections extends Connection {
  /** Who is there, and what they may do: sessions, sign-in, API keys, roles. */
  readonly access: Kysely<Database>;
  /** For the one question whether the database responds. */
  readonly readiness: Kysely<Database>;
}

export interface RequestConnectionsOptions {
  readonly url: string;
  readonly config: Pick<Config, 'databasePoolSize' | 'databaseLimits'>;
  readonly onIdleError: (error: Error) => void;
}

/** Opens pools of `databasePoolSize` connections in all, about a third of them for access, and one for readiness. */
export function connectRequests({ url, config, onIdleError }: RequestConnectionsOptions): RequestConnections {
  const { databasePoolSize, databaseLimits: limits } = config;
  const accessSize = Math.max(1, Math.floor(databasePoolSize / 3));
  const open = (poolSize: number) => connect({ url, poolSize, onIdleError, limits });
  const main = open(databasePoolSize - accessSize);
  const access = open(accessSize);
  const readiness = open(1);

  return {
    db: main.db,
    access: access.db,
    readiness: readiness.db,
    counts: () => {
      const parts = [main, access, readiness].map(({ counts }) => counts());
      const sum = (name: keyof ReturnType<Connection['counts']>) =>
        parts.reduce((total, part) => total + part[name], 0);

      return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') };
    },
    close: async () => {
      await Promise.all([main.close(), access.close(), readiness.close()]);
    },
  };
}
