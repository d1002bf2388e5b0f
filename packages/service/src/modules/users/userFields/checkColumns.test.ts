import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../../test/databases.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { createServiceDatabase, migratedDatabase } from '../../../testing/demoService.ts';
import { checkColumns } from './checkColumns.ts';

let database: TestDatabase<Database>;
beforeAll(async () => {
  database = await createServiceDatabase({ template: migratedDatabase });
  await sql`alter table users add column desk text`.execute(database.db);
});
afterAll(() => database?.destroy());

const field = (name: string) => ({ name, column: name, module: 'staff', options: {} });

it('accepts columns that may be empty', async () => {
  await checkColumns(database.db, []);
  await checkColumns(database.db, [field('desk')]);
});

it('refuses missing columns, with all of them and the module', async () => {
  await expect(checkColumns(database.db, [field('desk'), field('floor'), field('room')])).rejects.toThrow(
    /"floor" of the module "staff"[\s\S]*"room" of the module "staff"/,
  );
});

it('refuses a column without which no user can be created', async () => {
  await sql`alter table users add column grade int not null default 1`.execute(database.db);
  await checkColumns(database.db, [field('grade')]);
  await sql`alter table users alter column grade drop default`.execute(database.db);
  await expect(checkColumns(database.db, [field('grade')])).rejects.toThrow('"grade"');
});
