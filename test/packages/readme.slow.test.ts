import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExistingDatabase } from '../../packages/service/src/testing/existingDatabase.ts';
import { root } from '../../scripts/packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { copyTracked } from './copyTracked.ts';
import { startProgram } from './startProgram.ts';
import { packedPackages, run } from './tarballs.ts';

// Installs packages.
takesMinutes(10);

/**
 * Every command of the README's first screen, in a fresh clone, as it is written there. Packages are installed into the clone,
 * built and packed once: what the commands would do again is compared with what has been done.
 */
let scratch: string;
let clone: string;
let commands: string[];
const started = /Open +(\S+)\n[\s\S]*Stop +Ctrl/;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-readme-'));
  clone = join(scratch, 'rowhouse');
  const source = join(scratch, 'source');
  await run(`mkdir '${source}'`, scratch);
  await copyTracked(source);
  await run(`git clone --quiet '${source}' '${clone}'`, scratch);
  const [first = ''] = (await readFile(join(root, 'README.md'), 'utf8')).split('![');
  commands = [...first.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.trim());
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

it('has three ways to start', () => {
  expect(commands).toEqual([
    'npm ci\nnpm start -- --database postgres://me@localhost/shop',
    'npm run create -- ../my-office\ncd ../my-office && npm install && npm start',
    'npm ci && npm start',
  ]);
});

/** Runs a block, whose last command starts a service; `check` gets its address and output. */
async function runs(
  block: string,
  check: (address: string, output: string) => Promise<void> | void,
): Promise<void> {
  const app = await startProgram('bash', ['-euc', block], {
    cwd: clone,
    variables: { ROWHOUSE_PORT: '0', ROWHOUSE_DATA_DIR: await mkdtemp(join(scratch, 'data-')) },
    until: started,
  });
  try {
    await check(app.found, app.output());
  } finally {
    await app.stop();
  }
}

it('serves an existing database without the demo', async () => {
  const existing = await createExistingDatabase('postgres');
  try {
    const block = (commands[0] ?? '').replace('postgres://me@localhost/shop', existing.url);
    await runs(block, async (address, output) => {
      expect(output).toMatch(/Serves +\S+: \d+ tables, .*\(read-only\)/);
      expect((await fetch(`${address}/api/orders/init`)).status).toBe(404);
      expect(await (await fetch(address)).text()).toContain('<div id="app"');
    });
  } finally {
    await existing.destroy();
  }
});

it('creates an application that installs and starts', async () => {
  const { scripts } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8'));
  expect([scripts.build, scripts.pack]).toEqual([
    'node scripts/build.ts',
    'npm run build && node scripts/pack-packages.ts',
  ]);
  const packing = 'npm run --silent pack && ';
  const creating = '--packages dist/packages';
  expect(scripts.create).toBe(`${packing}node packages/create-rowhouse/src/cli.ts ${creating}`);
  const [tarball = ''] = (await packedPackages()).values();
  const create = scripts.create.replace(packing, '').replace(creating, `--packages '${dirname(tarball)}'`);
  await runs((commands[1] ?? '').replace('npm run create --', create), async (address) => {
    expect((await fetch(`${address}/api/invoices/init`)).status).toBe(401);
    expect(await (await fetch(address)).text()).toContain('<div id="app"');
  });
});

it('starts the demo, and requests rows by the API key that it prints', async () => {
  // `npm ci` was the first command.
  await runs((commands[2] ?? '').replace('npm ci && ', ''), async (address, output) => {
    const [, key = ''] = /API key +(\S+)/.exec(output) ?? [];
    const response = await fetch(`${address}/api/orders/tableData?meta[search]=smith&meta[length]=10`, {
      headers: { 'x-api-key': key },
    });
    expect(await response.json()).toMatchObject({ count: 20_000, data: { length: 10 } });
  });
});
