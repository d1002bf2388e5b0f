import { say, Turns } from '@rowhouse/problems';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../base/errors.ts';
import type { Config } from '../kernel/config/Config.ts';
import { requestShares } from '../kernel/database/Database.ts';
import type { TableSet } from './tableSets.ts';

/** Reads of a user, running and waiting, above which further ones are refused. */
const perUser = 100;

/** Runs a read of a table when it is the turn of its user. */
export type ReadTurn = <T>(
  request: FastifyRequest,
  read: () => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/**
 * Lets users take turns reading: as many at the same time as there are connections. One user gets so few of them that the
 * queries of a table have room for others; a read may run two, for rows and for their number. Each database has turns of its
 * own, and so have the service's own tables.
 */
export function readTurns({
  databasePoolSize,
  tables: { limits },
}: Pick<Config, 'databasePoolSize' | 'tables'>): (set: TableSet) => ReadTurn {
  const { tables, main } = requestShares(databasePoolSize);
  const known = new Map<unknown, ReadTurn>();
  const open = ({ database, from }: TableSet) => {
    const atOnce = database !== null ? databasePoolSize : from === 'service' ? main : tables;
    const places = Math.min(atOnce, limits.queries || atOnce);

    return turnsOf(atOnce, Math.max(1, Math.floor((places - 1) / 2)));
  };

  return (set) => {
    const { db } = set.options;
    const turn = known.get(db) ?? open(set);
    known.set(db, turn);

    return turn;
  };
}

function turnsOf(atOnce: number, eachAtOnce: number): ReadTurn {
  const turns = new Turns({
    atOnce,
    eachAtOnce,
    perUser,
    refusal: (reads) =>
      new ServiceError(
        'service.too_many_requests',
        say`You have ${reads} requests for rows in progress, which is the limit. Wait for some of them, then try again.`,
        { retryAfter: 1 },
      ),
  });

  // A public table has callers without a name.
  return ({ user, ip }, read, signal) => turns.run(user?.id ?? ip, read, signal);
}
