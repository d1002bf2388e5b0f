import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { joinNext } from '../runtime/sharedRuns.ts';
import type { DatabaseHandle } from '../runtime/TableRuntime.ts';
import { lagSamples } from './lagSamples.ts';
import {
  type Member,
  type Replica,
  ReplicaLost,
  type ReplicaState,
  replicaMember,
  within,
} from './Member.ts';
import { type PositionReader, postgresPositions, type ReplicaReading } from './PositionReader.ts';
import { isAtLeast, laterOf } from './position.ts';

export interface ReplicasOptions {
  readonly primary: DatabaseHandle;
  /** Created with the plugins of the primary's. They stay open when the replicas are closed. */
  readonly replicas: readonly Replica[];
  /** Seconds behind the primary after which a replica is left out: 10 by default. */
  readonly maxLag?: number;
  /** Milliseconds between two checks of every replica: 1,000 by default. */
  readonly interval?: number;
  /** Milliseconds after which a check has failed: 2,000 by default. */
  readonly timeout?: number;
  /** `postgresPositions` by default. */
  readonly positions?: PositionReader;
  /** Called with the first state of each replica, and when one is left out or taken back. */
  readonly onChange?: (state: ReplicaState) => void;
}

/** Decides which server reads a request. */
export interface Replicas {
  /** A replica that shows everything up to a position, in turns; null if the primary has to be read. */
  choose(after: string | null): Promise<ReplicaRead | null>;
  /** A position at or after everything that was committed before the call. Calls at the same time share a query. */
  written(): Promise<string>;
  states(): readonly ReplicaState[];
  /** Reads so far, by who responded. */
  readonly counts: ReadCounts;
  /** Ends the checks. */
  close(): void;
}

export interface ReadCounts {
  replica: number;
  /** Those that no replica could take, `repeated` included. */
  primary: number;
  /** Those that a replica has failed. */
  repeated: number;
}

/** One read of a replica. */
export interface ReplicaRead {
  readonly name: string;
  /** As it was given. */
  readonly db: DatabaseHandle;
  /** Aborted when the replica becomes unavailable. */
  readonly lost: AbortSignal;
  /** To be called after the read: a position at or after all that it has shown. Rejects if that is not certain. */
  finish(): Promise<string>;
  /** To be called instead if the read failed: checks the replica. */
  fail(): void;
}

/** Starts checking replicas. Resolves after the first check, whatever its result: `states()` has it. */
export async function openReplicas(options: ReplicasOptions): Promise<Replicas> {
  const { maxLag = 10, interval = 1_000, timeout = 2_000, positions = postgresPositions, onChange } = options;
  const primary = options.primary as unknown as Kysely<AnyDatabase>;
  const samples = lagSamples(maxLag);
  let cluster: string | null = null;
  let turn = 0;

  const written = joinNext(async () => {
    const now = await positions.written(primary);
    cluster = now.cluster;

    return now.position;
  });
  const judge = ({ position, isStandby, cluster: own }: ReplicaReading) => {
    const lag = samples.lagOf(position);
    if (cluster !== null && own !== cluster) return { fault: 'other_cluster', lag: null } as const;
    if (!isStandby) return { fault: 'primary', lag: null } as const;

    return { fault: cluster === null || lag > maxLag ? ('behind' as const) : null, lag };
  };
  const members = options.replicas.map((replica) =>
    replicaMember(replica, { positions, timeout, judge, onChange }),
  );
  const checkAll = async () => {
    // Without the primary, samples stay as they are: replicas continue to be read.
    await within(timeout, written()).then(samples.add, () => undefined);
    await Promise.all(members.map((member) => member.check().catch(() => undefined)));
  };
  const readable = (after: string | null): Member | undefined => {
    const able = members.filter(
      ({ state, reading }) => state.fault === null && isAtLeast(reading?.position ?? null, after),
    );

    return able[turn++ % able.length];
  };

  await checkAll();
  const stop = repeatedly(checkAll, interval);

  return {
    async choose(given) {
      // What was there at the start, such as the tables, is always shown.
      const after = laterOf(given, samples.first);
      let member = readable(after);
      if (member === undefined) {
        // The last check may be older than what the replica has replayed since.
        const healthy = members.filter(({ state }) => state.fault === null);
        await Promise.all(healthy.map((one) => one.check().catch(() => undefined)));
        member = readable(after);
      }

      return member === undefined ? null : readOf(member);
    },
    written,
    counts: { replica: 0, primary: 0, repeated: 0 },
    states: () => members.map(({ state }) => state),
    close: stop,
  };
}

function readOf(member: Member): ReplicaRead {
  const { name, db, lost, reading } = member;

  return {
    name,
    db,
    lost,
    async finish() {
      const now = await member.check();
      // Replay goes back at a restart, and continues in another way after a promotion.
      if (now.server !== reading?.server || !now.isStandby || now.position === null || lost.aborted) {
        throw new ReplicaLost(`The replica ${name} was restarted or promoted during a read.`);
      }

      return now.position;
    },
    fail: () => void member.check().catch(() => undefined),
  };
}

/** Runs the work again `interval` milliseconds after its end. Returns a function that ends it. */
function repeatedly(work: () => Promise<void>, interval: number): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(async () => {
      await work();
      if (!isStopped) schedule();
    }, interval).unref();
  };
  schedule();

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
