import { type Kysely, sql } from 'kysely';

/** Each end of a session notifies all processes, as changes of users and keys do (0009_access_changes). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger sessions_access_change
    after delete or truncate on sessions
    for each statement execute function notify_access_change()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger sessions_access_change on sessions`.execute(db);
}
