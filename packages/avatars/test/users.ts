import { type Kysely, sql } from 'kysely';
import type { AvatarsOptions } from '../src/index.ts';

export interface UsersDatabase {
  users: { id: number; name: string; email: string };
}

export const selectUsers: AvatarsOptions<UsersDatabase>['users'] = (db) =>
  db.selectFrom('users').select(['id', 'name', 'email']);

export async function createUsers(db: Kysely<UsersDatabase>, count: number): Promise<void> {
  await sql`create table users (id integer primary key, name varchar(100) not null, email varchar(100) not null)`.execute(
    db,
  );
  for (let first = 1; first <= count; first += 1000) {
    const length = Math.min(1000, count - first + 1);
    const rows = Array.from({ length }, (_, n) => userOf(first + n));
    await db.insertInto('users').values(rows).execute();
  }
}

export function userOf(id: number): UsersDatabase['users'] {
  return { id, name: `Given${id} Family${id}`, email: `user${id}@example.com` };
}
