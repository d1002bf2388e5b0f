import type { AnyDatabase } from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** State of a replica at one moment. */
export interface ReplicaReading {
  /** Everything up to this position has been replayed. Null if nothing has. */
  readonly position: string | null;
  /** False for a server that is not, or no longer, a standby. */
  readonly isStandby: boolean;
  /** Identifies the run of the server: changes with a restart. */
  readonly server: string;
  /** Identifies the cluster, which is the same for a primary and its standbys. */
  readonly cluster: string;
}

/** Reads positions of servers in the write-ahead log. That of PostgreSQL by default; tests use a double. */
export interface PositionReader {
  /** A position at or after everything that was committed before the call, and the cluster. */
  written(primary: Kysely<AnyDatabase>): Promise<{ readonly position: string; readonly cluster: string }>;
  replayed(replica: Kysely<AnyDatabase>): Promise<ReplicaReading>;
}

const pageSize = 8_192n;
const pageHeader = 24n;
const segmentHeader = 40n;

/** Streaming replication of PostgreSQL. Its functions need no privileges. */
export const postgresPositions: PositionReader = {
  async written(primary) {
    // The insert position also covers transactions that commit asynchronously.
    const { rows } = await sql<{ lsn: string; timeline: string; segment: string; cluster: string }>`
      select pg_current_wal_insert_lsn()::text as lsn,
        substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline,
        pg_size_bytes(current_setting('wal_segment_size'))::text as segment,
        (select system_identifier::text from pg_control_system()) as cluster`.execute(primary);
    const { lsn = '0/0', timeline = '1', segment = '16777216', cluster = '' } = rows[0] ?? {};

    return { position: `${shortened(timeline)}:${endOfRecord(lsn, BigInt(segment))}`, cluster };
  },

  async replayed(replica) {
    // Both timelines of the control file are at most the replayed one.
    const { rows } = await sql<{
      position: string | null;
      standby: boolean;
      server: string;
      cluster: string;
    }>`
      select pg_is_in_recovery() as standby, pg_postmaster_start_time()::text as server,
        to_hex(greatest((select timeline_id from pg_control_checkpoint()),
          (select min_recovery_end_timeline from pg_control_recovery()))) || ':' || pg_last_wal_replay_lsn()::text as position,
        (select system_identifier::text from pg_control_system()) as cluster`.execute(replica);
    const { position = null, standby = false, server = '', cluster = '' } = rows[0] ?? {};

    return { position, isStandby: standby, server, cluster };
  },
};

function shortened(timeline: string): string {
  return timeline.replace(/^0+(?=.)/, '');
}

/**
 * The next record may begin behind the header of a page that is still empty. A standby ends before that header, and would
 * stay behind such a position until something is written.
 */
function endOfRecord(lsn: string, segment: bigint): string {
  const [high = '0', low = '0'] = lsn.split('/');
  let end = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  if (end % segment === segmentHeader) end -= segmentHeader;
  else if (end % pageSize === pageHeader) end -= pageHeader;

  return `${(end >> 32n).toString(16)}/${(end & 0xffff_ffffn).toString(16)}`.toUpperCase();
}
