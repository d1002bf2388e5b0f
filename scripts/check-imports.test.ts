import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowhouse-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function check(file: string, specifier: string): { status: number | null; errors: string } {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { something } from '${specifier}';\n`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'check-imports.ts'), root],
    {
      encoding: 'utf8',
    },
  );

  return { status, errors: stderr };
}

it.each([
  [
    'the kernel, a module',
    'packages/service/src/kernel/http/a.ts',
    '../../modules/users/index.ts',
    'imports from modules',
  ],
  [
    'the command line, a module',
    'packages/service/src/cli/a.ts',
    '../modules/users/index.ts',
    'cli/ knows no module',
  ],
  [
    'the start of a process, a module',
    'packages/service/src/process/a.ts',
    '../modules/avatars/index.ts',
    'process/ knows no module',
  ],
  [
    'the composition, the inside of a module',
    'packages/service/src/definition/a.ts',
    '../modules/users/createUser.ts',
    'reaches into the module users',
  ],
  [
    'a module, the composition',
    'packages/service/src/modules/users/a.ts',
    '../../definition/createService.ts',
    'imports from definition',
  ],
  [
    'the ground of the kernel, its roof',
    'packages/service/src/kernel/config/a.ts',
    '../http/listen.ts',
    'imports from http',
  ],
  [
    'a module, the inside of another',
    'packages/service/src/modules/users/a.ts',
    '../avatars/serviceAvatars.ts',
    'reaches into the module avatars',
  ],
  [
    'a lower module, a higher one',
    'packages/service/src/modules/avatars/a.ts',
    '../users/index.ts',
    'imports from users',
  ],
  [
    'the demo, the inside of the service',
    'apps/demo/src/a.ts',
    '../../../packages/service/src/base/errors.ts',
    'reaches out of its package',
  ],
  [
    'the engine, what only PostgreSQL has',
    'packages/tables/src/data/a.ts',
    '@rowhouse/tables-postgres',
    'may import',
  ],
  ['the engine, the service', 'packages/tables/src/data/a.ts', '@rowhouse/service', 'may import'],
])('refuses that %s imports', (_, file, specifier, message) => {
  expect(check(file, specifier)).toEqual({ status: 1, errors: expect.stringContaining(message) });
});

it('lets a module import the kernel, and what another module exports', () => {
  expect(check('packages/service/src/modules/users/a.ts', '../../base/errors.ts').status).toBe(0);
  expect(check('packages/service/src/modules/users/b.ts', '../avatars/index.ts').status).toBe(0);
});
