import { installAvatars } from '@rowhouse/avatars';
import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

export interface AvatarDatabase {
  readonly url: string;
  /** For example `15.20`. */
  readonly version: string;
  close(): Promise<void>;
}

/** A database with one user and no avatar, on an embedded server that is removed afterwards. */
export async function openDatabase(): Promise<AvatarDatabase> {
  const { url, stop } = await startEphemeralPostgres();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`create table users (id integer primary key, name text not null, email text not null)`.execute(
      db,
    );
    await sql`insert into users values (1, 'Ada Lovelace', 'ada@example.org')`.execute(db);
    await installAvatars(db);
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version') as version`.execute(db);
    return { url, version: rows[0]?.version.split(' ')[0] ?? '', close: stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await db.destroy();
  }
}
