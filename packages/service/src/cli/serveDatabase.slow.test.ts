import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { minutes } from '../../../../test/patience.ts';
import { createExistingDatabase, type ExistingDatabase } from '../testing/existingDatabase.ts';
import { runCommand, startCommand } from '../testing/runCommand.ts';

let folder: string;
let own: TestDatabase<unknown>;
let existing: ExistingDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-serve-database-'));
  own = await createTestDatabase('postgres');
  existing = await createExistingDatabase('sqlite');
});
afterAll(async () => {
  await existing?.destroy();
  await own?.destroy();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  ROWHOUSE_APP: '',
  ROWHOUSE_PORT: '0',
  ROWHOUSE_DATA_DIR: join(folder, 'data'),
  DATABASE_URL: own.url ?? '',
});

describe('rowhouse serve --database', () => {
  it('serves an existing database, and reports its tables at the start', async () => {
    const before = await existing.checksum();
    const child = startCommand(environment(), { args: ['serve', '--database', existing.url], folder });
    const ended = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    try {
      await expect.poll(() => output).toContain('Ctrl+C');
      expect(output).toMatch(
        /Serves +existing: \d+ tables, of which 2 views, from .+existing\.db \(read-only\)/,
      );
      expect(output).toContain('not served: broken.');
      const address = /Open +(\S+)/.exec(output)?.[1] as string;
      const [, email, password] = /Sign in +(\S+) with password (\w+)/.exec(output) ?? [];
      const signedIn = await fetch(`${address}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { token } = (await signedIn.json()) as { token: string };
      const rows = await fetch(`${address}/api/existing/orders/tableData`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await rows.json()).toMatchObject({ count: 90 });
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
    expect(await existing.checksum()).toBe(before);
  });

  it.each([
    ['sqlite:nowhere.db', /The file .+nowhere\.db does not exist\. Correct the path/],
    ['oracle://ada:secret@host/shop', /--database \(ROWHOUSE_SERVED_DATABASE\) is not a database URL/],
    [
      'postgres://ada:secret@127.0.0.1:1/shop',
      /"shop" \(postgres:\/\/127\.0\.0\.1:1\/shop\) is not available/,
    ],
    ['mysql://ada:secret@127.0.0.1:1', /has no database name/],
  ])(
    'does not start with %s, and reports why without its password',
    async (url, reason) => {
      const { ended } = runCommand(environment(), { args: ['serve', `--database=${url}`], folder });
      const { status, output, errors } = await ended;
      expect(status).toBe(1);
      expect(errors).toMatch(reason);
      expect(output + errors).not.toMatch(/secret|\n\s+at /);
    },
    minutes(1),
  );
});
