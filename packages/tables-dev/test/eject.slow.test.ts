import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type FoundTables, foundTables, withEjected } from './foundTables.ts';

const compiler = resolve(import.meta.dirname, '../../../node_modules/.bin/tsc');
const run = promisify(execFile);

describe.each(dialects)('TypeScript of tables that are ejected, on %s', (dialect) => {
  let served: FoundTables;

  beforeAll(async () => {
    served = await foundTables(dialect);
  });

  afterAll(() => served.destroy());

  it('compiles', async () => {
    await withEjected(served.found, async (folder) => {
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ extends: '../../tsconfig.json', include: ['./*.ts'], exclude: [] }),
      );
      const reported = await run(compiler, ['--noEmit', '-p', folder]).then(
        () => '',
        (error: { stdout?: string }) => error.stdout ?? String(error),
      );

      expect(reported).toBe('');
    });
  });
});
