import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from './databases.ts';

interface Tables {
  notes: { id: number; text: string };
}

describe.each(dialects)('A test database on %s', (dialect) => {
  it('is empty, usable and separate from every other', async () => {
    const [first, second] = await Promise.all([
      createTestDatabase<Tables>(dialect),
      createTestDatabase<Tables>(dialect),
    ]);
    try {
      for (const { db } of [first, second]) {
        await db.schema
          .createTable('notes')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('text', 'varchar(20)')
          .execute();
      }
      await first.db.insertInto('notes').values({ id: 1, text: 'Привет' }).execute();
      expect(await first.db.selectFrom('notes').selectAll().execute()).toStrictEqual([
        { id: 1, text: 'Привет' },
      ]);
      expect(await second.db.selectFrom('notes').selectAll().execute()).toStrictEqual([]);
    } finally {
      await Promise.all([first.destroy(), second.destroy()]);
    }
  });

  it('enforces foreign keys', async () => {
    const { db, destroy } = await createTestDatabase(dialect);
    try {
      await sql`create table parents (id int primary key)`.execute(db);
      await sql`create table children (parent_id int, foreign key (parent_id) references parents (id))`.execute(
        db,
      );
      await expect(sql`insert into children values (1)`.execute(db)).rejects.toThrow(/foreign key/i);
    } finally {
      await destroy();
    }
  });
});

describe.runIf(dialects.includes('postgres'))('The embedded PostgreSQL', () => {
  it('supports letters beyond ASCII in case folding and in trigrams', async () => {
    const { db, destroy } = await createTestDatabase('postgres');
    try {
      await sql`create extension pg_trgm`.execute(db);
      const { rows } = await sql<{ same: boolean; trigrams: string[] }>`
        select 'ÉMILE' ilike 'émile' as same, show_trgm('дом') as trigrams`.execute(db);
      expect(rows[0]?.same).toBe(true);
      expect(rows[0]?.trigrams.length).toBeGreaterThan(0);
    } finally {
      await destroy();
    }
  });
});
