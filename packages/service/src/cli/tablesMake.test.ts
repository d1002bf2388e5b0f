import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { madeText, writeTable } from './tablesMake.ts';

const made = {
  name: 'orders',
  json: '{}\n',
  definition: 'export {};\n',
  leftOut: ['orders.token was left out.'],
};
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-make-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('creates a missing folder', async () => {
  const inner = join(folder, 'a/b');
  const files = await writeTable(made, { folder: inner, overwrites: false });
  expect(files).toEqual([join(inner, 'orders.json'), join(inner, 'orders.ts')]);
  expect(await readFile(files[0] ?? '', 'utf8')).toBe('{}\n');
  expect((await readdir(inner)).sort()).toEqual(['orders.json', 'orders.ts']);
});

it('overwrites files only with the option, and writes neither file if one exists', async () => {
  await writeFile(join(folder, 'orders.ts'), 'mine');
  await expect(writeTable(made, { folder, overwrites: false })).rejects.toThrow(
    `${join(folder, 'orders.ts')} already exists. Choose another --name or --out, or overwrite it with --force.`,
  );
  expect(await readdir(folder)).toEqual(['orders.ts']);
  await writeTable(made, { folder, overwrites: true });
  expect(await readFile(join(folder, 'orders.ts'), 'utf8')).toBe('export {};\n');
});

it('reports what was left out, and the next steps', () => {
  const text = madeText(made, ['x/orders.json', 'x/orders.ts']);
  expect(text).toMatch(
    /^Written: x\/orders\.json and x\/orders\.ts\.\norders\.token was left out\.\n\nNext:\n1\./,
  );
  expect(text).toContain('rowhouse tables:advise orders');
});
