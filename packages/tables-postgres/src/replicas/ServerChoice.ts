import type { DatabaseHandle } from '@rowhouse/tables/internal';
import type { ReplicaState } from './Member.ts';

/** What is known of the servers, for the decision about a read. */
export interface ServerChoice {
  /** A replica that has replayed everything up to a position, in turns; null if the primary has to be read. */
  choose(after: string | null): Promise<ReplicaRead | null>;
  /** A position at or after everything that was committed before the call. Concurrent calls share a query. */
  written(): Promise<string>;
  states(): readonly ReplicaState[];
  /** Number of reads by server. */
  readonly counts: ReadCounts;
}

export interface ReadCounts {
  replica: number;
  /** Reads that no replica could handle, including `repeated`. */
  primary: number;
  /** Reads that failed on a replica. */
  repeated: number;
}

/** One read of a replica. */
export interface ReplicaRead {
  readonly name: string;
  /** The given instance. */
  readonly db: DatabaseHandle;
  /** Aborted when the replica becomes unavailable. */
  readonly lost: AbortSignal;
  /** Call it after the read: returns a position at or after everything that was read. Rejects if that is uncertain. */
  finish(): Promise<string>;
  /** Call it instead if the read failed: checks the replica. */
  fail(): void;
}
