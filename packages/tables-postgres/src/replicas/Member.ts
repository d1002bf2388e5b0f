import { type AnyDatabase, type DatabaseHandle, joinNext } from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import type { PositionReader, ReplicaReading } from './PositionReader.ts';

export interface Replica {
  readonly name: string;
  readonly db: DatabaseHandle;
  /** Connections for checks, which then do not wait for reads. Defaults to `db`. */
  readonly checks?: DatabaseHandle;
}

export type ReplicaFault = 'unavailable' | 'behind' | 'primary' | 'other_cluster';

export interface ReplicaState {
  readonly name: string;
  /** Null if it is used. `primary`: it is not a standby; `other_cluster`: it belongs to another cluster. */
  readonly fault: ReplicaFault | null;
  /** Seconds behind the primary at the last check; null if unknown. */
  readonly lag: number | null;
  /** Position of the last check. */
  readonly position: string | null;
  /** The reason for `unavailable`. */
  readonly error: unknown;
}

/** A replica that cannot complete a read. */
export class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost';
}

/** State of a replica. */
export interface Member {
  readonly name: string;
  readonly db: DatabaseHandle;
  readonly state: ReplicaState;
  /** The last check; null if it failed. */
  readonly reading: ReplicaReading | null;
  /** Aborted when the replica becomes unavailable; another signal after that. */
  readonly lost: AbortSignal;
  /** Reads its current position; concurrent calls share a query. */
  check(): Promise<ReplicaReading>;
}

interface MemberOptions {
  readonly positions: PositionReader;
  readonly timeout: number;
  readonly onChange?: ((state: ReplicaState) => void) | undefined;
  judge(reading: ReplicaReading): Pick<ReplicaState, 'fault' | 'lag'>;
}

export function replicaMember({ name, db, checks = db }: Replica, options: MemberOptions): Member {
  const { positions, timeout, judge, onChange } = options;
  let reading: ReplicaReading | null = null;
  let state: ReplicaState = { name, fault: 'unavailable', lag: null, position: null, error: null };
  let lost = new AbortController();
  let isReported = false;

  const update = (now: ReplicaReading | null, error: unknown) => {
    const before = state.fault;
    reading = now;
    state = {
      name,
      ...(now === null ? { fault: 'unavailable', lag: null } : judge(now)),
      position: now?.position ?? null,
      error,
    };
    if (state.fault !== null && state.fault !== 'behind') {
      lost.abort(new ReplicaLost(`The replica ${name} cannot be read.`));
      lost = new AbortController();
    }
    if (state.fault === before && isReported) return;
    isReported = true;
    onChange?.(state);
  };

  return {
    name,
    db,
    get state() {
      return state;
    },
    get reading() {
      return reading;
    },
    get lost() {
      return lost.signal;
    },
    check: joinNext(async () => {
      try {
        const now = await within(timeout, positions.replayed(checks as unknown as Kysely<AnyDatabase>));
        update(now, null);

        return now;
      } catch (error) {
        update(null, error);
        throw error;
      }
    }),
  };
}

/** Rejects after a time limit: a server that does not respond is unavailable. */
export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`No response within ${milliseconds} milliseconds.`));
    timer = setTimeout(fail, milliseconds).unref();
  });

  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
