import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type TableDefinition } from '../src/index.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';
import { untilOneWaits } from './untilOneWaits.ts';

interface Desk {
  people: { id: number; name: string; team: string };
}

/** The people of a team, or all of them. */
const people = (team: string | null, update: object | true = true) =>
  defineTable({
    template: {
      routePrefix: 'people',
      columns: ['id', 'name', 'team'].map((name) => ({ label: name, name, data: `people.${name}` })),
    },
    query: (db: Kysely<Desk>) => {
      const all = db
        .selectFrom('people')
        .select(['people.id as dtRowId', 'people.id', 'people.name', 'people.team']);

      return team === null ? all : all.where('people.team', '=', team);
    },
    records: { fields: { name: true, team: true }, create: true, update },
  } as TableDefinition);

describe.each(dialects)('the statements of a changed record, on %s', (dialect) => {
  let database: LoggedDatabase<Desk>;
  let db: Kysely<Desk>;
  beforeAll(async () => {
    database = await loggedDatabase<Desk>(dialect);
    db = database.db;
    const id = { postgres: 'serial', mysql: 'integer auto_increment', sqlite: 'integer' }[dialect];
    await sql`create table people (id ${sql.raw(id)} primary key, name varchar(40) not null, team varchar(40) not null)`.execute(
      db,
    );
  });
  afterAll(() => database.destroy());
  beforeEach(async () => {
    await db.deleteFrom('people').execute();
    const ada = { id: 1, name: 'Ada', team: 'blue' };
    await db
      .insertInto('people')
      .values([ada, { id: 2, name: 'Ben', team: 'red' }])
      .execute();
  });

  const records = (definition: TableDefinition) => tablesOf(db, definition).records;
  const stored = (id: number) =>
    db.selectFrom('people').select(['name', 'team']).where('id', '=', id).executeTakeFirst();

  /** What reads or writes the record itself, without the catalogue and the transaction. */
  async function sent(run: () => Promise<unknown>): Promise<string[]> {
    database.statements();
    await run();

    return database
      .statements()
      .map((statement) => statement.replace('/* by key */ ', '').trim())
      .filter((statement) => /^(select|update|insert)\b/.test(statement) && statement.includes('people'))
      .map((statement) => statement.split(' ', 1)[0] ?? '');
  }

  async function changing(definition: TableDefinition): Promise<string[]> {
    const { update } = records(definition);
    const change = (name: string) => update('people', { row: '1', values: { name } });
    await change('Warm');
    const statements = await sent(() => change('New'));
    expect(await stored(1)).toEqual({ name: 'New', team: 'blue' });

    return statements;
  }

  it('lock it, write it, and read its row', async () => {
    expect(await changing(people(null))).toEqual(['select', 'update', 'select']);
  });

  it('read its row before, too, if not all records are the user’s', async () => {
    expect(await changing(people('blue'))).toEqual(['select', 'select', 'update', 'select']);
  });

  it('read its row before, too, for a function that is given it', async () => {
    const given: unknown[] = [];
    const definition = people(null, { before: ({ row }: { row: unknown }) => void given.push(row) });
    expect(await changing(definition)).toEqual(['select', 'select', 'update', 'select']);
    expect(given.at(-1)).toMatchObject({ name: 'Warm', team: 'blue' });
  });

  it('write nothing that is there already, and return the row', async () => {
    const { update } = records(people(null));
    const same = () => update('people', { row: '1', values: { name: 'Ada' } });
    expect(await same()).toMatchObject({ row: { name: 'Ada', team: 'blue' } });
    expect(await sent(same)).toEqual(['select', 'select']);
  });

  it.each([null, 'blue'])('find no record that does not exist, or is of others (%s)', async (team) => {
    const { update } = records(people(team));
    const missing = update('people', { row: '3', values: { name: 'New' } });
    expect(await refusal(missing)).toMatchObject({ code: 'tables.row_not_found' });
    if (team === null) return;
    const other = update('people', { row: '2', values: { name: 'New' }, expected: { name: 'Seen' } });
    expect(await refusal(other)).toMatchObject({ code: 'tables.row_gone' });
    expect(await stored(2)).toEqual({ name: 'Ben', team: 'red' });
  });

  // SQLite has one writer.
  it.skipIf(dialect === 'sqlite')(
    'do not write a record that leaves the rows of the user meanwhile',
    async () => {
      const { update } = records(people('blue'));
      await update('people', { row: '1', values: { name: 'Warm' } });
      const refused = await db.transaction().execute(async (transaction) => {
        await transaction.updateTable('people').set({ team: 'red' }).where('id', '=', 1).execute();
        const change = refusal(update('people', { row: '1', values: { name: 'New' } }));
        await untilOneWaits(db, dialect);

        return { change };
      });
      expect(await refused.change).toMatchObject({ code: 'tables.row_not_found' });
      expect(await stored(1)).toEqual({ name: 'Warm', team: 'red' });
    },
  );
});
