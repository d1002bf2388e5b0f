import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestDatabase } from '../../../../test/databases.ts';
import { minutes } from '../../../../test/patience.ts';
import { createService } from '../definition/createService.ts';
import type { Database } from '../kernel/database/Database.ts';
import { createServiceDatabase } from '../testing/demoService.ts';
import { createExistingDatabase, type ExistingDatabase } from '../testing/existingDatabase.ts';
import { runCommand } from '../testing/runCommand.ts';

const root = resolve(import.meta.dirname, '../../../..');

describe.each(dialects)('Tables that are written by rowhouse eject, on %s', (dialect) => {
  let folder: string;
  let own: TestDatabase<Database>;
  let existing: ExistingDatabase;
  beforeAll(async () => {
    // Inside the repository, so that written files can import its packages.
    folder = await mkdtemp(join(root, 'test-output', 'eject-'));
    own = await createServiceDatabase();
    await createService().migrate(own.db);
    existing = await createExistingDatabase(dialect);
    await config([]);
  });
  afterAll(async () => {
    await existing?.destroy();
    await own?.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  const file = () => join(folder, 'rowhouse.config.ts');
  const config = (names: readonly string[]) => {
    const database = { url: existing.url, ...(existing.schemas && { schemas: existing.schemas }) };
    const imports = names.map((name) => `import { ${name} } from './tables/${name}.ts';\n`).join('');

    return writeFile(
      file(),
      `import { defineModule, defineService } from '@rowhouse/service';
${imports}
export default defineService({
  modules: [defineModule({ name: 'mine', tables: [${names.join(', ')}] })],
  databases: { found: ${JSON.stringify(database)} },
});
`,
    );
  };
  const rowhouse = (args: string[]) =>
    runCommand(
      {
        ROWHOUSE_APP: file(),
        ROWHOUSE_DATA_DIR: join(folder, 'data'),
        DATABASE_URL: new URL(own.url ?? '').href.split('?')[0] ?? '',
      },
      { args, folder },
    ).ended;

  it('pass tables:check and TypeScript, and replace the tables found in the database', async () => {
    const one = await rowhouse(['eject', 'orders', 'found.cities', '--out', 'tables']);
    expect(one.status, one.errors).toBe(0);
    expect(one.output).toContain('Written to tables: foundOrders, foundCities; of each a template');
    expect((await readdir(join(folder, 'tables'))).sort()).toEqual(
      ['foundCities', 'foundOrders'].flatMap((name) => [`${name}.json`, `${name}.ts`, `${name}.types.ts`]),
    );
    const again = await rowhouse(['tables:make', '--all', '--out', 'tables']);
    expect([again.status, again.errors]).toEqual([1, expect.stringContaining('already exists')]);
    const unknown = await rowhouse(['eject', 'nothing']);
    expect([unknown.status, unknown.errors]).toEqual([
      1,
      expect.stringContaining('Table "nothing" does not exist'),
    ]);

    const before = await checked();
    const all = await rowhouse(['eject', '--all', '--out', 'tables', '--force']);
    expect(all.status, all.errors).toBe(0);
    const names = (await readdir(join(folder, 'tables')))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
    expect(names.length).toBeGreaterThanOrEqual(27);
    await config(names);
    const after = await checked();
    expect(after.faults, JSON.stringify(after.checked)).toBe(0);
    expect(after.tables).toBe(before.tables);

    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.json', include: ['./tables/*.ts'], exclude: [] }),
    );
    const reported = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [
      '--noEmit',
      '-p',
      folder,
    ]).then(
      () => '',
      (error: { stdout?: string }) => error.stdout ?? String(error),
    );
    expect(reported).toBe('');
  });

  it('can be selected by id, also for tables:advise', { timeout: minutes(3) }, async () => {
    await config([]);
    const made = await rowhouse(['tables:make', 'found.customers', '--out', 'made']);
    expect(made.status, made.errors).toBe(0);
    expect(await readdir(join(folder, 'made'))).toContain('foundCustomers.types.ts');
    const keyed = await rowhouse(['tables:make', 'found.customers', '--key', 'id']);
    expect([keyed.status, keyed.errors]).toEqual([1, expect.stringContaining('Omit --name and --key')]);

    const before = await existing.checksum();
    const advised = await rowhouse(['tables:advise', 'found.customers']);
    expect(advised.status, advised.errors).toBe(0);
    expect(advised.output).toMatch(/^-- The database found:\n-- (No index is proposed|Proposed)/);
    expect(advised.output).not.toContain('search_path');
    const measured = await rowhouse(['tables:advise', 'found.customers', '--measure', '--yes']);
    expect([measured.status, measured.errors]).toEqual([1, expect.stringContaining('only read')]);
    const unknown = await rowhouse(['tables:advise', 'found.nothing']);
    expect([unknown.status, unknown.errors]).toEqual([1, expect.stringContaining('found.nothing')]);
    expect(await existing.checksum()).toBe(before);
  });

  async function checked() {
    const { output, errors } = await rowhouse(['tables:check', '--json']);
    expect(errors).toBe('');

    return JSON.parse(output) as { tables: number; faults: number; checked: object[] };
  }
});
