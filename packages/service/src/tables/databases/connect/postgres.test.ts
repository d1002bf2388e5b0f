import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../../test/databases.ts';
import { readAddress } from '../address.ts';
import { connectPostgres } from './postgres.ts';

describe.skipIf(inject('postgresUrl') === '')('connections of a served PostgreSQL', () => {
  let database: TestDatabase<object>;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    await sql`create table items (id integer primary key)`.execute(database.db);
  });
  afterAll(() => database?.destroy());

  const connect = (writable: boolean) =>
    connectPostgres({
      address: readAddress(database.url ?? '', 'The database'),
      ...{ writable, poolSize: 1, statementSeconds: 10, onIdleError: () => undefined },
    });
  const prepared = async (db: Kysely<unknown>) => {
    for (let time = 0; time < 4; time++) await sql`select id from items`.execute(db);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where ${sql.lit(Math.random())} < 2`.execute(db);

    return rows.map(({ statement }) => statement);
  };

  it.each([
    [true, ['select id from items']],
    [false, []],
  ])('prepare what repeats if they may write: %s', async (writable, expected) => {
    const db = await connect(writable);
    try {
      expect(await prepared(db)).toEqual(expected);
    } finally {
      await db.destroy();
    }
  });
});
