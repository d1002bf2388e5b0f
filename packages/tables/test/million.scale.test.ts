import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { patience } from '../../../test/patience.ts';
import { takesMinutes } from '../../../test/takesMinutes.ts';
import { installActionRuns, installChanges, installImports, type Tables } from '../src/index.ts';
import { ann, createItems, fillItems, type Million, millionTables } from './million.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

// A million rows, several times.
takesMinutes(30);

const size = 1_000_000;
/** Rows that others change while the action is undone. */
const othersSize = 1_000;

describe.runIf(dialects.includes('postgres'))('a million rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-million-'));
  const running = new Set<ReturnType<typeof spawn>>();
  let database: LoggedDatabase<Million>;
  let db: Kysely<Million>;
  let tables: Tables;
  beforeAll(() => pipeline(Readable.from(lines()), createWriteStream(join(folder, 'items.csv'))));
  beforeEach(async () => {
    database = await loggedDatabase<Million>('postgres');
    db = database.db;
    await createItems(db);
    await installActionRuns(db);
    await installChanges(db);
    await installImports(db);
    tables = millionTables(db);
  });
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
    await database.destroy();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const count = async (where: string): Promise<number> => {
    const { rows } = await sql<{
      n: string;
    }>`select count(*) as n from items where ${sql.raw(where)}`.execute(db);

    return Number(rows[0]?.n);
  };
  const asMade = `sku = 'S-' || id and label = 'Item ' || id and price = (id % 1000) / 100.0 and stock = id % 77 and state = 'new'`;

  /** Kills processes that do the work, each after `changed` has risen, and returns the number that were killed at work. */
  async function killed(
    times: number,
    runId: string,
    work: object,
    changed: () => Promise<number>,
  ): Promise<number> {
    const program = new URL('./millionProcess.ts', import.meta.url).pathname;
    let kills = 0;
    let before = await changed();
    while (kills < times) {
      const child = spawn(
        process.execPath,
        ['--conditions=@rowhouse/source', program, database.url ?? '', runId, JSON.stringify(work)],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
      running.add(child);
      const end = once(child, 'close');
      await expect.poll(changed, { interval: 20, timeout: 120_000 * patience }).toBeGreaterThan(before);
      await delay(Math.random() * 200);
      if (!child.kill('SIGKILL')) break;
      await end;
      running.delete(child);
      before = await changed();
      kills += 1;
    }

    return kills;
  }

  it('are changed by an action and as before after its undo, but for what others changed, with ten kills', async () => {
    await fillItems(db, size);
    const sold = () => count("state = 'sold'");
    expect(await killed(5, 'sell', {}, sold)).toBe(5);
    const done = await tables.runAction('items', 'sell', {}, ann, { runId: 'sell' });
    expect([done.processed, done.failed, await count("state = 'sold' and price = 9.99")]).toEqual([
      size,
      0,
      size,
    ]);

    const others = { isDone: false, changed: new Set<number>() };
    const changing = (async () => {
      while (others.changed.size < othersSize) {
        const id = 1 + Math.floor(Math.random() * size);
        await sql`update items set price = 7777.77, label = 'Mine' where id = ${id}`.execute(db);
        others.changed.add(id);
        await delay(2);
      }
    })();
    const taken = () => count("state = 'new'");
    expect(await killed(10, 'take back', { undo: done.undo }, taken)).toBe(10);
    await changing;
    const undone = await tables.runAction('items', 'sell', { undo: done.undo }, ann, { runId: 'take back' });

    expect(undone.processed + undone.failed).toBe(size);
    expect(undone.failed).toBeLessThanOrEqual(othersSize);
    // What others wrote stays, whether before or after the row was taken back.
    expect(await count("price = 7777.77 and label = 'Mine'")).toBe(othersSize);
    expect(await count(asMade)).toBe(size - othersSize);
    expect(await count("state = 'sold' and label <> 'Mine'")).toBe(0);
  });

  it('of a file are created once with five kills, and removed again by the undo', async () => {
    await fillItems(db, 10);
    const path = join(folder, 'items.csv');
    const all = () => count('true');
    expect(await killed(5, 'import', { path }, all)).toBe(5);
    const done = await tables.imports.run('items', path, {}, ann, { runId: 'import' });
    // Ten of its rows have the key of a record that exists.
    expect([done.created, done.failed]).toEqual([size - 10, 10]);
    const { rows } = await sql<{ rows: string; keys: string }>`
      select count(*) as rows, count(distinct sku) as keys from items`.execute(db);
    expect(rows).toEqual([{ rows: String(size), keys: String(size) }]);

    const left = async () => size - (await all());
    expect(await killed(5, 'undo of import', { undo: done.undo, isImport: true }, left)).toBe(5);
    const undone = await tables.imports.undo('items', { undo: done.undo }, ann, { runId: 'undo of import' });
    expect([undone.processed, undone.failed]).toEqual([size - 10, 0]);
    expect([await all(), await count(asMade)]).toEqual([10, 10]);
  });
});

function* lines(): Generator<string> {
  yield 'sku,label,price,stock,state\n';
  for (let n = 1; n <= size; n += 1)
    yield `S-${n},Item ${n},${Math.floor((n % 1000) / 100)}.${String(n % 100).padStart(2, '0')},${n % 77},new\n`;
}
