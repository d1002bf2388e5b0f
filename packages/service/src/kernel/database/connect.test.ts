import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { connect } from './connect.ts';

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await createTestDatabase('postgres');
});
afterAll(() => database?.destroy());

it('A connection that ends while it is held between two queries fails the next one, and nothing else', async () => {
  const errors: Error[] = [];
  const connection = connect({
    url: database.url ?? '',
    poolSize: 2,
    onIdleError: (error) => errors.push(error),
  });
  const { db } = connection;
  const held = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // Until the end of the connection has reached this process: an error without a listener would end it here.
    await expect
      .poll(async () => {
        const left = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);

        return left.rows.length;
      })
      .toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    await sql`select 1`.execute(transaction);
  });
  await expect(held).rejects.toThrow(/Connection terminated|connection error|terminating connection/i);
  await sql`select 1`.execute(db);
  await connection.close();
});
