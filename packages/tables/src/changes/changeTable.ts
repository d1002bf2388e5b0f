import { withSafeTexts } from '@rowhouse/drivers';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../query/dialects/dialectOf.ts';

/** The tables of `installChanges`. */
export interface ChangeTable {
  rowhouse_changes: {
    /** UUID. */
    id: string;
    table_id: string;
    /** As `ChangeOptions.userId` returns it. */
    user_id: string;
    row_id: string | null;
    kind: string;
    /** JSON of a `ChangeContent`. */
    content: string;
    /** Unique; null if the request is not recognised. */
    request: string | null;
    /** 1 if it was undone, otherwise 0. */
    is_undone: number;
    /** Milliseconds since 1970. */
    created_at: number;
  };
  /** The rows of changes of many rows: one database row for those of a chunk is written, read and removed faster than one for each. */
  rowhouse_changed_rows: {
    change_id: string;
    /** Number of rows of the change in earlier pieces. */
    position: number;
    /** Number of rows in this piece. */
    size: number;
    /** JSON of `StoredRow[]`. */
    content: string;
  };
}

/** The package's own tables, which the application's plugins do not rename. */
export function changeTable<DB>(db: Kysely<DB>): Kysely<ChangeTable> {
  return withSafeTexts(db.withoutPlugins()) as unknown as Kysely<ChangeTable>;
}

/**
 * Creates the two tables in which changes of records are kept, so that they can be undone, and repeated requests recognised. Run it in a
 * migration; running it again changes nothing.
 */
export async function installChanges<DB>(db: Kysely<DB>): Promise<void> {
  const { long, tableEnd } = dialectOf(db).exactTexts;
  // The unique constraints also serve as indexes, which not every database can create repeatedly.
  await sql`create table if not exists rowhouse_changes (
    id varchar(36) not null unique,
    table_id varchar(255) not null,
    user_id varchar(64) not null,
    row_id varchar(255),
    kind varchar(16) not null,
    content ${long} not null,
    request varchar(64) unique,
    is_undone smallint not null,
    created_at bigint not null,
    primary key (created_at, id)
  ) ${tableEnd}`.execute(db.withoutPlugins());
  await sql`create table if not exists rowhouse_changed_rows (
    change_id varchar(36) not null,
    position integer not null,
    size integer not null,
    content ${long} not null,
    primary key (change_id, position)
  ) ${tableEnd}`.execute(db.withoutPlugins());
}

/** Drops the tables of `installChanges`. Earlier changes can no longer be undone. */
export async function removeChanges<DB>(db: Kysely<DB>): Promise<void> {
  await sql`drop table if exists rowhouse_changed_rows`.execute(db.withoutPlugins());
  await sql`drop table if exists rowhouse_changes`.execute(db.withoutPlugins());
}
