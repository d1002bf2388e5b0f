import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { takesMinutes } from '../../../test/takesMinutes.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, closing } from './closing.ts';
import { idsBySql, type LoggedDatabase } from './support.ts';

// Kills processes again and again.
takesMinutes(5);

const runId = 'killed';
const kills = 4;

// SQLite lives in the memory of one process here.
describe.each(dialects.filter((dialect) => dialect === 'postgres'))('a killed process on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    database = await actionShop(dialect, 9000);
    db = database.db;
  });

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await database.destroy();
  });

  it('leaves its run to others, who handle each row exactly once', async () => {
    const wanted = await idsBySql(db, "select id from orders where status = 'new' order by id");
    const killedAt: number[] = [];

    for (let kill = 1; kill <= kills; kill++) {
      const child = work();
      const target = (wanted.length / (kills + 2)) * kill;
      await expect.poll(() => position(), { interval: 3 }).toBeGreaterThan(target);
      child.kill('SIGKILL');
      await once(child, 'close');
      running.delete(child);
      killedAt.push(await position());
    }

    expect(killedAt.every((at) => at < wanted.length)).toBe(true);
    expect(await notedBeyondPosition()).toBe(0);

    const definition = closing({
      async row({ dtRowId }, context) {
        await context.db.insertInto('handled').values({ row_id: dtRowId }).execute();
      },
    });
    const payload = { filters: { orders: { status: 'new' } } };
    const summary = await closingTables(db, definition).runAction('orders', 'close', payload, null, {
      runId,
    });

    expect(summary).toMatchObject({ state: 'finished', processed: wanted.length, failed: 0, gone: 0 });
    expect(await takeHandled(db)).toEqual(wanted);
  });

  function work(): ChildProcess {
    const program = new URL('./actionProcess.ts', import.meta.url).pathname;
    const child = spawn(
      process.execPath,
      ['--conditions=@rowhouse/source', program, database.url ?? '', runId],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    running.add(child);

    return child;
  }

  /** Rows noted more than the run's position says, at one instant: the server may still commit for the killed. */
  async function notedBeyondPosition(): Promise<number> {
    const { rows } = await sql<{ difference: number }>`
      select (select count(*)::int from handled) - position as difference
      from rowhouse_action_runs where id = ${runId}`.execute(db);

    return rows[0]?.difference ?? Number.NaN;
  }

  async function position(): Promise<number> {
    const { rows } = await sql<{ position: number }>`
      select position from rowhouse_action_runs where id = ${runId}`.execute(db);

    return rows[0]?.position ?? 0;
  }
});
