import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowhouse-transactions-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function check(source: string): { status: number | null; errors: string } {
  const path = join(root, 'packages/service/src/modules/users/a.ts');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
  const script = join(import.meta.dirname, 'check-transactions.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });

  return { status, errors: stderr };
}

it.each([
  [
    'directly',
    'db.transaction().execute(async (transaction) => {\n  await db.selectFrom("a").execute();\n});',
    ':2 uses db',
  ],
  [
    'as an argument',
    'db.transaction().execute(async (transaction) => {\n  await attemptLimits(db).count([]);\n});',
    ':2 uses db',
  ],
  [
    'in an object',
    'hooks.changing(db, null, async (transaction, tell) => store({ db, tell }));',
    ':1 uses db',
  ],
  [
    'by another name',
    'accessDb.transaction().setIsolationLevel("serializable").execute(async () => {\n\n  await db.fn();\n});',
    ':3 uses db inside a transaction of accessDb',
  ],
  [
    'as a member',
    'runtime.own.transaction().execute((transaction) => read(runtime.own));',
    ':1 uses runtime.own',
  ],
  ['in a named function', 'const run = async (t) => read(db);\ndb.transaction().execute(run);', ':1 uses db'],
  [
    'of a named builder',
    'const all = db.transaction();\nawait all.execute(async () => read(db));',
    ':2 uses db',
  ],
])('refuses the pool inside its transaction, %s', (_how, source, message) => {
  const { status, errors } = check(source);
  expect(status).toBe(1);
  expect(errors).toContain(`packages/service/src/modules/users/a.ts${message}`);
});

it.each([
  ['the transaction', 'db.transaction().execute((transaction) => read(transaction));'],
  ['the transaction as db', 'db.transaction().execute((db) => read({ db }));'],
  [
    'a member of that name',
    'db.transaction().execute((transaction) => read({ db: transaction }, parts.db2.db));',
  ],
  [
    'the pool before and after',
    'read(db);\ndb.transaction().execute((transaction) => read(transaction));\nread(db);',
  ],
])('accepts %s', (_what, source) => {
  expect(check(source)).toEqual({ status: 0, errors: '' });
});
