import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { readAddress } from './address.ts';
import { connectDatabase } from './connect/connectDatabase.ts';

/** Views whose functions open their session for writing, and write; and views that change how the session reads. */
const traps = {
  postgres: [
    'create table written (id integer generated always as identity primary key, note text)',
    `create function open_session() returns integer language plpgsql as $$ begin
      perform set_config('default_transaction_read_only', 'off', false);
      perform set_config('session_characteristics.marker', 'left', false);
      perform set_config('statement_timeout', '0', false);
      return 1;
    end $$`,
    `create function write_note() returns integer language plpgsql as $$ begin
      insert into written (note) values ('by a view');
      return 1;
    exception when read_only_sql_transaction then return 0;
    end $$`,
    `create function open_transaction() returns integer language plpgsql as $$ begin
      perform set_config('transaction_read_only', 'off', true);
      return 1;
    exception when others then return 0;
    end $$`,
    'create view opening as select id, name, open_session() as opened from cities',
    'create view writing as select id, name, open_transaction() + write_note() as written from cities',
  ],
  mysql: [
    'create table written (id integer auto_increment primary key, note text)',
    `create function open_session() returns integer reads sql data begin
      set session tx_read_only = 0;
      set session sql_select_limit = 1;
      set @left = 'left';
      return 1;
    end`,
    `create function write_note() returns integer modifies sql data begin
      declare continue handler for sqlexception begin end;
      set session tx_read_only = 0;
      insert into written (note) values ('by a view');
      return 1;
    end`,
    'create view opening as select id, name, open_session() as opened from cities',
    'create view writing as select id, name, write_note() as written from cities',
  ],
  sqlite: [],
};

describe.each(dialects.filter((name) => name !== 'sqlite'))(
  'A read-only served database on %s',
  (dialect) => {
    let existing: ExistingDatabase;
    let service: TestService;
    let headers: Record<string, string>;
    beforeAll(async () => {
      existing = await createExistingDatabase(dialect);
      for (const statement of traps[dialect]) await sql.raw(statement).execute(existing.db);
      const { url, schemas } = existing;
      const served = { url, ...(schemas && { schemas }) };
      service = await startTestService({}, { definition: { databases: { found: served } } });
      await service.addUser('boss@example.com', 'administrator');
      headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
    });
    afterAll(async () => {
      await service?.destroy();
      await existing?.destroy();
    });

    const written = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from written`.execute(
        existing.db,
      );

      return Number(rows[0]?.count);
    };
    const connected = async (poolSize: number) =>
      connectDatabase({
        address: readAddress(existing.url, 'The address'),
        writable: false,
        poolSize,
        statementSeconds: 10,
        onIdleError: () => undefined,
      });

    /** MySQL refuses to read a view that would write, so that the service leaves it out. */
    const tables = dialect === 'postgres' ? ['opening', 'writing'] : ['opening'];

    it('is not written by pages, counts, searches, facets and exports of views that open their session', async () => {
      const read = (table: string, route: string, body: object) =>
        service.call(`/api/found/${table}/${route}`, { method: 'POST', headers, body });
      for (let turn = 0; turn < 6; turn++) {
        for (const table of tables) {
          const page = await read(table, 'tableData', { meta: { length: 10, forceInfo: true } });
          expect([page.status, page.text]).toMatchObject([200, expect.any(String)]);
          await read(table, 'tableData', { meta: { length: 10, search: 'Athens' } });
          await read(table, 'tableData', { meta: { length: 10, start: 2 } });
        }
      }
      for (const table of tables) {
        const { body, status } = await read(table, 'exportExcel', {});
        expect(status).toBe(202);
        const { path } = body.export as { path: string };
        await expect
          .poll(async () => (await service.call(path, { headers })).body.status)
          .not.toMatch(/^(waiting|processing)$/);
      }
      expect(await written()).toBe(0);
    });

    it('forgets between two statements what one set for its session', async () => {
      const db = await connected(1);
      const opening = () => sql`select * from opening`.execute(db);
      const setting = async (text: string) =>
        (await sql.raw<{ value: unknown }>(`select ${text} as value`).execute(db)).rows[0]?.value;
      const settings =
        dialect === 'postgres'
          ? [
              "current_setting('session_characteristics.marker', true)",
              "current_setting('default_transaction_read_only')",
              "current_setting('statement_timeout')",
            ]
          : ['@left', '@@sql_select_limit > 1', '@@time_zone', '@@max_statement_time'];
      const expected = dialect === 'postgres' ? [/^$|^null$/, /on/, /10s/] : [/null/, /1/, /\+00:00/, /10/];
      try {
        for (let turn = 0; turn < 3; turn++) {
          const first = (await opening()).rows.length;
          expect((await opening()).rows.length).toBe(first);
          for (const [index, text] of settings.entries()) {
            expect(String(await setting(text)), text).toMatch(expected[index] as RegExp);
          }
        }
        await db.transaction().execute((transaction) => sql`select * from opening`.execute(transaction));
        await refused(db);
        await opening();
        await sql`select * from writing`
          .execute(db)
          .catch((error) => expect(String(error)).toMatch(/read[- ]?only/i));
      } finally {
        await db.destroy();
      }
      expect(await written()).toBe(0);
    });

    it('refuses to write in transactions, whatever access they ask for', async () => {
      const db = await connected(1);
      try {
        const attempt = db
          .transaction()
          .setAccessMode('read write')
          .execute((transaction) => sql`insert into written (note) values ('x')`.execute(transaction));
        await expect(attempt).rejects.toThrow(/read[- ]?only/i);
        await refused(db);
      } finally {
        await db.destroy();
      }
      expect(await written()).toBe(0);
    });

    it('answers after a statement that failed, by the same connection', async () => {
      const db = await connected(1);
      try {
        await expect(sql`select no_such_column from cities`.execute(db)).rejects.toThrow(/no_such_column/);
        const { rows } = await sql<{ count: number }>`select count(*) as count from cities`.execute(db);
        expect(Number(rows[0]?.count)).toBeGreaterThan(0);
      } finally {
        await db.destroy();
      }
    });

    const refused = (db: Kysely<unknown>) =>
      expect(sql`insert into written (note) values ('x')`.execute(db)).rejects.toThrow(/read[- ]?only/i);
  },
);
