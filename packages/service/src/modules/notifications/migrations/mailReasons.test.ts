import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServiceDatabase, migratedDatabase } from '../../../testing/demoService.ts';
import { mailReasons } from '../mailReasons.ts';
import * as migration from './0018_mail_reasons.ts';

let database: Awaited<ReturnType<typeof createServiceDatabase>>;
let db: Kysely<unknown>;

beforeAll(async () => {
  database = await createServiceDatabase({ template: migratedDatabase });
  db = database.db as unknown as Kysely<unknown>;
});

afterAll(() => database.destroy());

it('turns every stored sentence into its reason, and back', async () => {
  const { rows: users } = await sql<{ id: number }>`insert into users (name, email, role_id)
    select 'Ada', 'ada@example.com', min(id) from roles returning id`.execute(db);
  const states = Object.entries(mailReasons).flatMap(([reason, texts]) =>
    (['waiting', 'failed'] as const).map((status) => ({ reason, status, text: texts[status] })),
  );
  for (const [at, { reason, status }] of states.entries()) {
    await sql`insert into notifications (user_id, type, key, title, body, in_list, mail_status, mail_reason)
      values (${users[0]?.id}, 'x', ${`${at}`}, '', '', true, ${status}, ${reason})`.execute(db);
  }

  await migration.down(db);
  const before = await sql<{
    text: string;
  }>`select mail_error as text from notifications order by id`.execute(db);
  expect(before.rows).toEqual(states.map(({ text }) => ({ text })));

  await migration.up(db);
  const after = await sql<{
    reason: string;
  }>`select mail_reason as reason from notifications order by id`.execute(db);
  expect(after.rows).toEqual(states.map(({ reason }) => ({ reason })));
});
