import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { takesMinutes } from '../../../test/takesMinutes.ts';
import { folderFiles } from './folderFiles.ts';
import { square } from './images.ts';
import { type AvatarFixture, avatarFixture, consistent, inconsistencies } from './support.ts';

// Kills processes again and again.
takesMinutes(5);

const users = 800;
const program = new URL('./avatarProcess.ts', import.meta.url).pathname;

// SQLite lives in the memory of one process here.
describe.each(dialects.filter((dialect) => dialect === 'postgres'))('a killed process on %s', (dialect) => {
  let fixture: AvatarFixture<ReturnType<typeof folderFiles>>;
  let folder: string;
  const running = new Set<ChildProcess>();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rowhouse-avatars-'));
    fixture = await avatarFixture(dialect, { users, files: folderFiles(folder) });
  });
  afterEach(async () => {
    await fixture?.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  for (const moment of [
    'before storing',
    'while storing',
    'between storing and recording',
    'between recording and deleting',
    'after deleting',
  ]) {
    it(`${moment} leaves nothing that a sweep or the next upload does not clean up`, async () => {
      const { avatars } = fixture;
      await avatars.generate(1);
      const isRecorded = moment.endsWith('deleting');

      for (const repair of ['a sweep', 'the next upload'] as const) {
        const before = await avatars.ofUser(1);
        const child = start(moment);
        await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')]);
        await kill(child);

        // The server ends the statements of the killed process when it notices the disconnection.
        await expect.poll(openTransactions).toBe(0);
        const { withoutFile, orphanRecords } = await check();
        expect(withoutFile).toEqual([]);
        expect(orphanRecords).toHaveLength(1);
        const after = await avatars.ofUser(1);
        expect(after?.file_id === before?.file_id).toBe(!isRecorded);
        expect((await avatars.image(after ?? never())).version).toBe(avatars.version(after ?? never()));

        if (repair === 'a sweep') expect(await avatars.removeOrphans()).toBe(1);
        else await avatars.store(2, await square('#00ff00'));
        expect(await check()).toEqual(consistent);
      }
    });
  }

  it('does not repeat the completed part of an interrupted backfill', async () => {
    const { db, avatars } = fixture;
    const killedAt: number[] = [];

    for (const target of [100, 300]) {
      const child = start('backfill');
      await expect.poll(countAvatars, { interval: 3 }).toBeGreaterThan(target);
      await kill(child);
      await expect.poll(openTransactions).toBe(0);
      killedAt.push(await countAvatars());
    }
    const made = await sql<{
      id: number;
      file: number;
    }>`select id, file_id as file from avatars order by id`.execute(db);
    expect(killedAt.at(-1)).toBe(made.rows.length);
    expect(made.rows.length).toBeLessThan(users);

    const summary = await avatars.generateMissing();

    const missing = users - made.rows.length;
    expect(summary).toEqual({
      state: 'finished',
      total: missing,
      generated: missing,
      failed: 0,
      failures: [],
    });
    const all = await sql<{
      id: number;
      file: number;
    }>`select id, file_id as file from avatars order by id`.execute(db);
    expect(all.rows).toHaveLength(users);
    expect(all.rows.filter(({ id }) => made.rows.some((row) => row.id === id))).toEqual(made.rows);
    // The users in progress when a process was killed: at most its concurrency.
    expect((await check()).orphanRecords.length).toBeLessThanOrEqual(2 * 4);
    await avatars.removeOrphans();
    expect(await check()).toEqual(consistent);
  });

  function start(task: string): ChildProcess {
    const child = spawn(
      process.execPath,
      ['--conditions=@rowhouse/source', program, fixture.database.url ?? '', folder, task],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    running.add(child);
    child.stdout?.resume();

    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    running.delete(child);
  }

  async function check() {
    const stored = new Set(await fixture.files.list());

    return inconsistencies(fixture.db, stored);
  }

  async function countAvatars(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from avatars`.execute(
      fixture.db,
    );

    return rows[0]?.count ?? 0;
  }

  async function openTransactions(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and state <> 'idle'
        and pid <> pg_backend_pid()`.execute(fixture.db);

    return rows[0]?.count ?? Number.NaN;
  }
});

function never(): never {
  throw new Error('The user has no avatar.');
}
