import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { TestDialect } from '../../../test/databases.ts';

/** Waits until one statement of the database waits for a lock. */
export async function untilOneWaits<DB>(db: Kysely<DB>, dialect: TestDialect): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ n: number | string }>`${sql.raw(
      dialect === 'postgres'
        ? "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        : `select count(*) as n from information_schema.innodb_trx join information_schema.processlist
             on id = trx_mysql_thread_id and db = database() where trx_state = 'LOCK WAIT'`,
    )}`.execute(db);

    return Number(rows[0]?.n);
  };
  // MariaDB reads its locks again only if nobody has asked for them for a tenth of a second.
  await expect.poll(waiting, { timeout: 30_000, interval: 250 }).toBe(1);
}
