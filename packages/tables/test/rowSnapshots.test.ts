import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { AnyDatabase, AnyRow } from '../src/definition/TableContext.ts';
import type { RowSnapshot } from '../src/query/dialects/Dialect.ts';
import { dialectOf } from '../src/query/dialects/dialectOf.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

describe.each(dialects)('a row snapshot on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let db: Kysely<AnyDatabase>;

  beforeAll(async () => {
    database = await loggedDatabase<Shop>(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, 2500);
    db = database.db as unknown as Kysely<AnyDatabase>;
  });

  afterAll(() => database.destroy());

  const open = () => dialectOf(db).openRowSnapshot(db);
  const orders = (): CompiledQuery<AnyRow> =>
    db
      .selectFrom('orders')
      .select(['id as dtRowId', 'number'])
      .where('quantity', '>=', 0)
      .orderBy('id', 'desc')
      .compile() as CompiledQuery<AnyRow>;

  async function collect(snapshot: RowSnapshot, size: number): Promise<AnyRow[][]> {
    const blocks: AnyRow[][] = [];
    for await (const block of snapshot.rows(orders(), size)) blocks.push(block);

    return blocks;
  }

  it('returns all rows in order, in blocks of the requested size', async () => {
    const { rows } = await db.executeQuery(orders());
    const snapshot = await open();
    const blocks = await collect(snapshot, 1000);
    await snapshot.close();

    expect(blocks.flat()).toEqual(rows);
    expect(blocks.slice(0, -1).map((block) => block.length)).toEqual(
      Array.from({ length: Math.ceil(rows.length / 1000) - 1 }, () => 1000),
    );
  });

  it('reads nothing that others write after it was opened', async () => {
    const { rows: before } = await db.executeQuery(orders());
    const snapshot = await open();

    // SQLite has one connection, which the snapshot has.
    const others = dialect === 'sqlite' ? null : db;
    await snapshot.read(orders());
    await others?.updateTable('orders').set({ number: sql`concat('x', number)` }).execute();
    const seen = (await collect(snapshot, 700)).flat();
    await snapshot.close();

    expect(seen).toEqual(before);
  });

  it('allows reading relations between two blocks', async () => {
    const snapshot = await open();
    const names = new Set<unknown>();

    for await (const _ of snapshot.rows(orders(), 600)) {
      for (const { name } of await snapshot.beside.selectFrom('countries').select('name').execute()) {
        names.add(name);
      }
    }
    await snapshot.close();

    expect(names.size).toBeGreaterThan(0);
  });

  it('stops with the reason of its signal, and the database continues', async () => {
    const stop = new AbortController();
    const snapshot = await open();
    const reason = new Error('enough');
    const reading = (async () => {
      for await (const _ of snapshot.rows(orders(), 100, stop.signal)) stop.abort(reason);
    })();

    await expect(reading).rejects.toThrow(/enough|aborted/i);
    await snapshot.close();
    expect((await db.executeQuery(orders())).rows.length).toBeGreaterThan(0);
  });

  it('can be left after the first block', async () => {
    for (let round = 0; round < 12; round++) {
      const snapshot = await open();
      for await (const block of snapshot.rows(orders(), 50)) {
        expect(block).toHaveLength(50);
        break;
      }
      await snapshot.close();
    }

    expect((await db.executeQuery(orders())).rows.length).toBeGreaterThan(0);
  });
});

/** A statement that takes a minute, and one that says how many of its kind run. */
const slow = {
  postgres: [
    `select pg_sleep(60) as "dtRowId"`,
    `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
      and (query like 'fetch forward%' or query like 'select pg_sleep%')`,
  ],
  mysql: [
    'select sleep(60) as dtRowId',
    `select 1 from information_schema.processlist where db = database() and info like 'select sleep%'`,
  ],
} as const;

describe.each(Object.keys(slow).filter((dialect) => dialects.includes(dialect as 'mysql')))(
  'a row snapshot that is closed as soon as it is stopped, on %s',
  (name) => {
    const dialect = name as keyof typeof slow;
    const [statement, activity] = slow[dialect];

    it.each(['rows', 'read'] as const)('ends the statement that runs for its %s', async (member) => {
      const database = await loggedDatabase<Shop>(dialect);
      const db = database.db as unknown as Kysely<AnyDatabase>;
      const snapshot = await dialectOf(db).openRowSnapshot(db);
      const stop = new AbortController();
      const query = sql<AnyRow>`${sql.raw(statement)}`.compile(db);
      const reading =
        member === 'rows' ? snapshot.rows(query, 10, stop.signal).next() : snapshot.read(query, stop.signal);
      const running = async () => (await sql`${sql.raw(activity)}`.execute(db)).rows.length;

      await expect.poll(running).toBe(1);
      stop.abort(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
      await snapshot.close();
      expect(await running()).toBe(0);
      await database.destroy();
    });
  },
);
