import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { followPartitions, installRowCounts, removeRowCounts, type Tables } from '../src/index.ts';
import { type Events, eventsTable } from './events.ts';
import { countBySql, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** What partitions are called here, and the ids that each has: a thousand, and one for the rest. */
const parts = { low: [0, 1000], middle: [1000, 2000] } as const;

describe.each(dialects.filter((dialect) => dialect === 'postgres'))(
  'the kept count of a partitioned table on %s',
  (dialect) => {
    let database: LoggedDatabase<Events>;
    let db: Kysely<Events>;
    let readers: Tables[];

    beforeEach(async () => {
      database = await loggedDatabase(dialect);
      db = database.db;
      await run(`create table events (id integer not null, kind varchar(20) not null, topic_id integer, primary key (id))
        partition by range (id)`);
      for (const [name, [from, to]] of Object.entries(parts)) {
        await run(`create table events_${name} partition of events for values from (${from}) to (${to})`);
      }
      await run(
        `create table events_nested partition of events for values from (2000) to (4000) partition by range (id)`,
      );
      await run(`create table events_high partition of events_nested for values from (2000) to (3000)`);
      await run(`create table events_rest partition of events default`);
      await installRowCounts(db, ['events(kind)']);
      await add('events', 1, 100);
      await add('events', 1001, 50);
      readers = [undefined, { count: { sources: ['events'], wholeTable: true } }].map((more) =>
        tablesOf(db, [eventsTable('events', more ?? { count: { sources: ['events'] } })]),
      );
      await expectRight();
      recounts();
    });
    afterEach(() => database.destroy());

    const run = (statement: string) => sql.raw(statement).execute(db);
    const add = (table: string, first: number, count: number) =>
      run(
        `insert into ${table} (id, kind) select n, 'a' from generate_series(${first}, ${first + count - 1}) n`,
      );
    const recounts = () =>
      database.statements().filter((statement) => /^select count\(\*\) as .?count/i.test(statement)).length;

    async function expectRight(): Promise<void> {
      const present = await countBySql(db, 'events');
      for (const tables of readers) {
        for (let time = 0; time < 2; time += 1) {
          expect((await tables.data('events', {}, undefined as never)).count).toBe(present);
        }
      }
    }

    const changes: Record<string, () => Promise<unknown>> = {
      'rows through the root': () => add('events', 500, 20),
      'rows straight into a partition': () => add('events_low', 500, 20),
      'rows straight into a nested one': () => add('events_high', 2100, 20),
      'rows through the parent of a nested one': () => add('events_nested', 2100, 20),
      'rows of the default partition': () => add('events_rest', 9000, 20),
      'rows deleted in a partition': () => run('delete from events_middle where id < 1020'),
      'rows deleted through the root': () => run('delete from events where id in (7, 1007)'),
      'rows that move to another partition': () => run('update events set id = id + 1500 where id < 10'),
      'an updated column in a partition': () => run("update events_low set kind = 'b' where id < 10"),
      'a partition emptied': () => run('truncate events_middle'),
      'the root emptied': () => run('truncate events'),
      'a mixed transaction': () =>
        db.transaction().execute(async (transaction) => {
          await sql`insert into events_low (id, kind) values (900, 'a'), (901, 'a')`.execute(transaction);
          await sql`delete from events where id = 1`.execute(transaction);
        }),
    };

    it.each(Object.keys(changes))('is right after %s, and carried forward', async (name) => {
      await changes[name]?.();
      await expectRight();
      expect(recounts()).toBe(0);
    });

    it('is right after a partition is detached, changed, attached again and dropped', async () => {
      await run('alter table events detach partition events_middle');
      await expectRight();
      await add('events_middle', 1500, 30);
      await run('delete from events_middle where id < 1010');
      await expectRight();
      await run('alter table events attach partition events_middle for values from (1000) to (2000)');
      await expectRight();
      await add('events_middle', 1600, 5);
      await expectRight();
      await run('drop table events_middle');
      await expectRight();
    });

    it('is right after a detached partition that changed is back before anybody looked', async () => {
      await run('alter table events detach partition events_middle');
      await add('events_middle', 1500, 30);
      await run('alter table events attach partition events_middle for values from (1000) to (2000)');
      await expectRight();
    });

    it('is counted for each request with a partition that is not followed, which the check reports', async () => {
      await run('create table events_new (like events including all)');
      await add('events_new', 5000, 10);
      await run('alter table events attach partition events_new for values from (5000) to (6000)');
      await expectRight();
      await add('events_new', 5500, 10);
      await expectRight();
      const faults = await checkTables(readers[0] as Tables);
      expect(JSON.stringify(faults)).toContain('changes of some partitions are not recorded');

      await followPartitions(db, ['events(kind)']);
      await expectRight();
      recounts();
      await add('events_new', 5700, 10);
      await expectRight();
      expect(recounts()).toBe(0);
    });

    it('is right after a transaction wrote into a partition that was attached after its snapshot', async () => {
      await run('alter table events detach partition events_middle');
      const { promise: attached, resolve: onAttached } = Promise.withResolvers<void>();
      const { promise: started, resolve: onStarted } = Promise.withResolvers<void>();
      const old = db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          await sql`select count(*) from pg_class`.execute(transaction);
          onStarted();
          await attached;
          await sql`insert into events_middle (id, kind) values (1900, 'a'), (1901, 'a')`.execute(
            transaction,
          );
        });
      await started;
      await run('alter table events attach partition events_middle for values from (1000) to (2000)');
      await expectRight();
      onAttached();
      await old;
      await expectRight();
    });

    it('is right for a partition that is a separate table, whose rows are written through the root', async () => {
      await installRowCounts(db, ['events_low']);
      const tables = tablesOf(db, [
        {
          ...eventsTable('low', { count: { sources: ['events_low'] } }),
          query: (own: Kysely<Events>) =>
            own
              .withTables<{ events_low: Events['events'] }>()
              .selectFrom('events_low as events')
              .select(['events.id as dtRowId', 'events.kind']),
        },
      ]);
      for (let first = 500; first < 530; first += 10) {
        await add('events', first, 10);
        const { count } = await tables.data('low', {}, undefined as never);
        expect(count).toBe(await countBySql(db, 'events_low'));
      }
    });

    it('has no triggers left after its removal', async () => {
      await removeRowCounts(db, ['events(kind)']);
      const { rows } = await sql`select tgname from pg_trigger where tgname like 'rowhouse%'`.execute(db);
      expect(rows).toEqual([]);
    });

    it('is right after a whole table became a partition', async () => {
      await removeRowCounts(db, ['events(kind)']);
      await run('drop table events');
      await run(
        'create table events (id integer not null primary key, kind varchar(20) not null, topic_id integer)',
      );
      await installRowCounts(db, ['events']);
      await add('events', 1, 40);
      await expectRight();
      await run('alter table events rename to events_before');
      await run('create table events (like events_before) partition by range (id)');
      await run('alter table events attach partition events_before for values from (0) to (1000)');
      await installRowCounts(db, ['events']);
      await expectRight();
      await add('events', 100, 5);
      await add('events_before', 200, 5);
      await expectRight();
      expect(recounts()).toBeGreaterThan(0);
    });
  },
);
