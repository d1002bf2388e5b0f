import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { patience } from '../../../test/patience.ts';
import { ann, createGoods, type Goods, goods, goodsTables, texts } from './goods.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

const size = 400;

// The database has to outlive the process.
describe.each(dialects.filter((dialect) => dialect !== 'sqlite'))(
  'a deletion by an action, and its undo, on %s',
  (dialect) => {
    let database: LoggedDatabase<Goods>;
    const running = new Set<ChildProcess>();
    beforeEach(async () => {
      database = await loggedDatabase<Goods>(dialect);
      await createGoods(database.db, dialect, size);
    });
    afterEach(async () => {
      for (const child of running) child.kill('SIGKILL');
      running.clear();
      await database.destroy();
    });

    const number = async (query: ReturnType<typeof sql>) => {
      const { rows } = await query.execute(database.db);

      return Number(Object.values(rows[0] ?? {})[0] ?? 0);
    };

    /** Kills three processes that work on the run, each after it has made progress. Whatever was committed, fits its position. */
    async function killThree(runId: string, undo: string, rows: (position: number) => number) {
      const program = new URL('./deletingProcess.ts', import.meta.url).pathname;
      const position = () => number(sql`select position from rowhouse_action_runs where id = ${runId}`);
      let before = 0;
      for (let kill = 1; kill <= 3; kill++) {
        const child = spawn(
          process.execPath,
          ['--conditions=@rowhouse/source', program, dialect, database.url ?? '', runId, undo],
          { stdio: ['ignore', 'ignore', 'inherit'] },
        );
        running.add(child);
        await expect.poll(position, { interval: 2, timeout: 60_000 * patience }).toBeGreaterThan(before + 8);
        child.kill('SIGKILL');
        await once(child, 'close');
        running.delete(child);
        before = await position();
      }
      expect(before).toBeLessThan(size);
      // The server may still commit for the killed process: both are read at one instant.
      const both = sql`select (select count(*) from goods) * 1000 + position from rowhouse_action_runs where id = ${runId}`;
      const found = await number(both);
      expect(Math.floor(found / 1000)).toBe(rows(found % 1000));
    }

    it('continue after killed processes: each record is deleted, kept and restored once', async () => {
      const { db } = database;
      const before = await texts(db, dialect);
      const tables = goodsTables(
        db,
        goods({ purge: { delete: true } as never }, { records: { fields: { label: true }, delete: true } }),
      );
      await killThree('purging', '', (position) => size - position);
      const { undo, processed } = await tables.runAction('goods', 'purge', {}, ann, { runId: 'purging' });
      expect([processed, await number(sql`select count(*) from goods`)]).toEqual([size, 0]);
      expect(await number(sql`select sum(size) from rowhouse_changed_rows`)).toBe(size);
      await killThree('undoing', undo ?? '', (position) => position);
      const restored = await tables.runAction('goods', 'purge', { undo }, ann, { runId: 'undoing' });
      expect([restored.processed, restored.failed]).toEqual([size, 0]);
      expect(await texts(db, dialect)).toEqual(before);
    });
  },
);
