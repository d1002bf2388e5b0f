import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { folderFiles } from './folderFiles.ts';
import { avatarFixture, consistent, inconsistencies } from './support.ts';

/**
 * V8 lets the part of the heap where garbage is made grow with the work that was done, up to 16 MiB and more. Kept
 * small, it leaves what grows with the number of users.
 */
const youngHeap = '--max-semi-space-size=1';
const program = new URL('./avatarProcess.ts', import.meta.url).pathname;

interface Run {
  readonly generated: number;
  /** Peak memory in KiB. */
  readonly maxRSS: number;
  readonly seconds: number;
}

// Into a real folder, by a process of its own.
describe.each(dialects.filter((dialect) => dialect === 'postgres'))('a backfill on %s', (dialect) => {
  it('uses at most 1.2 times the memory for 100,000 users that it uses for 1,000', async () => {
    const few = await backfill(1_000);
    const many = await backfill(100_000);
    console.log(
      `100,000 users in ${many.seconds.toFixed(0)} s (${(100_000 / many.seconds).toFixed(0)}/s), ` +
        `${(many.maxRSS / 1024).toFixed(0)} MiB; 1,000 in ${(few.maxRSS / 1024).toFixed(0)} MiB`,
    );

    expect([few.generated, many.generated]).toEqual([1_000, 100_000]);
    expect(many.maxRSS).toBeLessThanOrEqual(1.2 * few.maxRSS);
  });

  async function backfill(users: number): Promise<Run> {
    const folder = await mkdtemp(join(tmpdir(), 'rowhouse-avatars-'));
    const files = folderFiles(folder);
    const { database, db, destroy } = await avatarFixture(dialect, { users, files });
    try {
      const began = performance.now();
      const child = spawn(
        process.execPath,
        [youngHeap, '--conditions=@rowhouse/source', program, database.url ?? '', folder, 'backfill'],
        { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
      );
      const closed = once(child, 'close');
      const [run] = (await Promise.race([once(child, 'message'), closed])) as [Omit<Run, 'seconds'>];
      const seconds = (performance.now() - began) / 1000;
      expect(await closed).toEqual([0, null]);
      expect(await inconsistencies(db, new Set(await files.list()))).toEqual(consistent);

      return { ...run, seconds };
    } finally {
      await destroy();
      await rm(folder, { recursive: true, force: true });
    }
  }
});
