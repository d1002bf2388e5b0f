import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExistingDatabase } from '../../packages/service/src/testing/existingDatabase.ts';
import type { Tarballs } from '../../scripts/pack-packages.ts';
import { openBrowser } from '../browser.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { startProgram } from './startProgram.ts';
import { packedPackages, run } from './tarballs.ts';

// Installs packages.
takesMinutes(10);

/** The starter, made by the packed program, with the packed packages. */
let scratch: string;
let tarballs: Tarballs;
let create: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-create-'));
  tarballs = await packedPackages();
  await writeFile(join(scratch, 'package.json'), '{ "private": true }');
  await run(`npm install ${tarballs.get('create-rowhouse')}`, scratch);
  create = `${join(scratch, 'node_modules/.bin/create-rowhouse')} --packages '${dirname(tarballs.get('create-rowhouse') ?? '')}'`;
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

it('makes a back office that installs, compiles, passes its test and shows its table', async () => {
  const printed = await run(`${create} my-office`, scratch);
  expect(printed).toBe('Created my-office. Next:\n\n  cd my-office\n  npm install\n  npm start\n\n');
  const folder = join(scratch, 'my-office');
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['.gitignore', '.dockerignore', 'office']));
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toMatch(/^# my-office\n/);
  expect(await readFile(join(folder, 'compose.yaml'), 'utf8')).toContain('image: "my-office"');
  // Without a lock file: npm finds the versions of all packages, and nothing to warn of.
  expect(await run('npm install 2>&1', folder)).not.toMatch(/ERESOLVE|npm warn/);
  await run('npm run check', folder);
  // On the PostgreSQL server that it brings along.
  expect(await run('npm test', folder, { TEST_POSTGRES_URL: '' })).toMatch(/pass 4\n.*fail 0\n/);

  const app = await startProgram('npm', ['start'], {
    cwd: folder,
    variables: { ROWHOUSE_PORT: '0' },
    until: /Open +(\S+)\n +Sign in +(\S+) with password (\S+)/,
  });
  const browser = await openBrowser();
  try {
    const [, email = '', password = ''] = /Sign in +(\S+) with password (\S+)/.exec(app.output()) ?? [];
    const page = await browser.newPage();
    await page.goto(`${app.found}/tables/invoices`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('gridcell', { name: 'Müller GmbH' }).waitFor();
    await page.getByRole('button', { name: 'Remind me' }).click();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByText('Overdue invoices: 2').filter({ visible: true }).first().waitFor();
  } finally {
    await browser.close();
    await app.stop();
  }
});

it('makes an app with a page that installs, compiles, starts and shows its table', async () => {
  await run(`${create} my-app --template library`, scratch);
  const folder = join(scratch, 'my-app');
  await run('npm install', folder);
  await run('npm run check', folder);

  const app = await startProgram('npm', ['start'], {
    cwd: folder,
    variables: { PORT: '0' },
    until: /Listening at (\S+)/,
  });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(app.found);
    await page.getByRole('gridcell', { name: 'Müller GmbH' }).waitFor();
  } finally {
    await browser.close();
    await app.stop();
  }
});

it('creates one without a page', async () => {
  await run(`${create} nested/api --template api`, scratch);
  const folder = join(scratch, 'nested/api');
  await run('npm install', folder);
  await run('npm run check', folder);
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('vue');

  const app = await startProgram('node', ['src/main.ts'], {
    cwd: folder,
    variables: { PORT: '0' },
    until: /Listening at (\S+)/,
  });
  try {
    const response = await fetch(`${app.found}/api/orders/tableData?meta[search]=smith`);
    expect(await response.json()).toMatchObject({ count: 3, filtered: 2, total: { total: '99.99' } });
  } finally {
    await app.stop();
  }
});

it.each(['sqlite', 'postgres'] as const)(
  'makes a service for a database that exists, on %s, that shows its tables',
  async (dialect) => {
    const existing = await createExistingDatabase(dialect);
    const folder = join(scratch, `my-tables-${dialect}`);
    try {
      await run(`${create} my-tables-${dialect} --template database --database '${existing.url}'`, scratch);
      expect(await readFile(join(folder, '.gitignore'), 'utf8')).toMatch(/^\.env$/m);
      expect(await readFile(join(folder, '.env'), 'utf8')).toContain(existing.url);
      for (const name of await readdir(folder, { recursive: true })) {
        if (!/\.(ts|json|md)$/.test(name)) continue;
        expect(await readFile(join(folder, name), 'utf8'), name).not.toContain(existing.url);
      }
      await run('npm install', folder);
      await run('npm run check', folder);
      expect(await run('npm test', folder, { TEST_POSTGRES_URL: '' })).toMatch(/pass 1\n.*fail 0\n/);
      const app = await startProgram('npm', ['start'], {
        cwd: folder,
        variables: { ROWHOUSE_PORT: '0' },
        until: /Open +(\S+)\n +Sign in +(\S+) with password (\S+)/,
      });
      try {
        expect(app.output()).toMatch(/data: \d\d tables/);
        await expect.poll(async () => (await fetch(`${app.found}/api/data/orders/init`)).status).toBe(401);
      } finally {
        await app.stop();
      }
    } finally {
      await existing.destroy();
    }
  },
);

it('depends on the published packages unless a folder of packed ones is given', async () => {
  await run(`${create.replace(/ --packages .*/, '')} published`, scratch);
  const { dependencies } = JSON.parse(await readFile(join(scratch, 'published/package.json'), 'utf8'));
  expect(dependencies['@rowhouse/service']).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(await readdir(join(scratch, 'published'))).not.toContain('packages');
});

it('refuses invalid options, and leaves nothing behind', async () => {
  await mkdir(join(scratch, 'used'));
  await writeFile(join(scratch, 'used/notes.txt'), 'mine');
  const before = await readdir(scratch);
  const refused: readonly (readonly [string, string])[] = [
    ['used', 'used is not empty: it has notes.txt.'],
    ['package.json', '"package.json" cannot be the name of a package'],
    ['My-App', '"My-App" cannot be the name of a package'],
    ['', '0 folders are given.'],
    ['a b', '2 folders are given.'],
    ['x --template vue', 'There is no template "vue". Choose one of: service, database, library, api.'],
    ['x --template database', 'The template "database" needs the URL of a database: postgres://'],
    ['x --database shop', '--database is not a database URL: postgres://'],
    ['x --template api --database sqlite:a.db', 'The template "api" takes no --database.'],
    ['x --packages /nowhere', '/nowhere has no packages of version'],
    ['x --force', "Unknown option '--force'"],
  ];

  for (const [args, message] of refused) {
    const response = await run(`${create} ${args} 2>&1 && exit 7 || echo "status $?"`, scratch);
    expect(response).toContain(message);
    expect(response).toMatch(/Usage: npm create rowhouse@latest <folder>.*\nstatus 1\n$/s);
  }
  expect(await readdir(scratch)).toEqual(before);
  expect(await readFile(join(scratch, 'used/notes.txt'), 'utf8')).toBe('mine');
});
