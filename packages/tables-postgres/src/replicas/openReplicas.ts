import type { Replicas } from '@rowhouse/tables';
import { type AnyDatabase, type DatabaseHandle, joinNext } from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import { lagSamples } from './lagSamples.ts';
import {
  type Member,
  type Replica,
  ReplicaLost,
  type ReplicaState,
  replicaMember,
  within,
} from './Member.ts';
import { openBookmark } from './openBookmark.ts';
import { type PositionReader, postgresPositions, type ReplicaReading } from './PositionReader.ts';
import { isAtLeast, laterOf } from './position.ts';
import { routeReads } from './routeReads.ts';
import type { ReplicaRead, ServerChoice } from './ServerChoice.ts';

export interface ReplicasOptions {
  readonly primary: DatabaseHandle;
  /** Created with the same plugins as the primary's. They stay open when the replicas are closed. */
  readonly replicas: readonly Replica[];
  /** Seconds behind the primary after which a replica is not used. Defaults to 10. */
  readonly maxLag?: number;
  /** Milliseconds between two checks of every replica. Defaults to 1,000. */
  readonly interval?: number;
  /** Time limit of a check in milliseconds. Defaults to 2,000. */
  readonly timeout?: number;
  /** Defaults to `postgresPositions`. */
  readonly positions?: PositionReader;
  /** Called with the first state of each replica, and when a replica is removed from use or used again. */
  readonly onChange?: (state: ReplicaState) => void;
}

/** The standbys of a primary, for the reads of tables. */
export interface StandbyReplicas extends Replicas, ServerChoice {
  /** Stops the checks. */
  close(): void;
}

/** Starts checking replicas. Resolves after the first check, also if that fails; see `states()`. */
export async function openReplicas(options: ReplicasOptions): Promise<StandbyReplicas> {
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
    // Without the primary, samples stay unchanged: replicas are still used.
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

  const servers: ServerChoice = {
    async choose(given) {
      // Includes everything that existed at the start, such as the tables.
      const after = laterOf(given, samples.first);
      let member = readable(after);
      if (member === undefined) {
        // The last check may be older than the replica's current position.
        const healthy = members.filter(({ state }) => state.fault === null);
        await Promise.all(healthy.map((one) => one.check().catch(() => undefined)));
        member = readable(after);
      }

      return member === undefined ? null : readOf(member);
    },
    written,
    counts: { replica: 0, primary: 0, repeated: 0 },
    states: () => members.map(({ state }) => state),
  };

  return { ...servers, ...routeReads(servers), openBookmark, close: stop };
}

function readOf(member: Member): ReplicaRead {
  const { name, db, lost, reading } = member;

  return {
    name,
    db,
    lost,
    async finish() {
      const now = await member.check();
      // The replayed position goes back at a restart, and continues on another timeline after a promotion.
      if (now.server !== reading?.server || !now.isStandby || now.position === null || lost.aborted) {
        throw new ReplicaLost(`The replica ${name} was restarted or promoted during a read.`);
      }

      return now.position;
    },
    fail: () => void member.check().catch(() => undefined),
  };
}

/** Runs `work` again `interval` milliseconds after its end. Returns a function that stops it. */
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
