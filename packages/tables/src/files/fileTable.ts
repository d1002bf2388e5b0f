import { withSafeTexts } from '@rowhouse/drivers';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../query/dialects/dialectOf.ts';

/** The table of `installFiles`. */
export interface FileTable {
  rowhouse_files: {
    /** UUID. */
    id: string;
    /** The table and the field that the file was sent for. */
    table_id: string;
    field: string;
    /** As `FileOptions.userId` returns it. */
    user_id: string;
    name: string;
    media_type: string;
    /** In bytes. */
    size: number;
    /** Milliseconds since 1970, as the following times. */
    created_at: number;
    /** When a record was saved with it; null before. */
    attached_at: number | null;
    /** When the record got another file, or was deleted; null while it has the file. */
    replaced_at: number | null;
  };
}

/** The package's own table, which the application's plugins do not rename. */
export function fileTable<DB>(db: Kysely<DB>): Kysely<FileTable> {
  return withSafeTexts(db.withoutPlugins()) as unknown as Kysely<FileTable>;
}

/** Creates the table of the files of fields. Run it in a migration; running it again changes nothing. */
export async function installFiles<DB>(db: Kysely<DB>): Promise<void> {
  const { tableEnd } = dialectOf(db).exactTexts;
  // The unique constraints serve as indexes, which not every database can create repeatedly.
  await sql`create table if not exists rowhouse_files (
    id varchar(36) not null primary key,
    table_id varchar(255) not null,
    field varchar(255) not null,
    user_id varchar(64) not null,
    name varchar(100) not null,
    media_type varchar(255) not null,
    size bigint not null,
    created_at bigint not null,
    attached_at bigint,
    replaced_at bigint,
    unique (attached_at, created_at, id),
    unique (replaced_at, id)
  ) ${tableEnd}`.execute(db.withoutPlugins());
}

/** Drops the table of `installFiles`. The files themselves stay in their store, and can no longer be read. */
export async function removeFiles<DB>(db: Kysely<DB>): Promise<void> {
  await sql`drop table if exists rowhouse_files`.execute(db.withoutPlugins());
}
