import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tarballs } from '../../scripts/pack-packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { neededTarballs, packedPackages, run } from './tarballs.ts';

// Installs packages.
takesMinutes(10);

/** Each package in a folder of its own, with what npm brings along: dependencies and peers that are not optional. */
let scratch: string;
let tarballs: Tarballs;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-peers-'));
  tarballs = await packedPackages();
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

interface Case {
  readonly name: string;
  /** Entries that load, and something that they export. */
  readonly loads: Readonly<Record<string, string>>;
  /** Entries that want an optional peer, which Node's message names. */
  readonly wants: Readonly<Record<string, string>>;
  /** Packages that must not have been installed. */
  readonly without: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: '@rowhouse/drivers',
    loads: { '': 'withSafeTexts' },
    wants: {},
    without: ['pg', 'mysql2', 'fastify'],
  },
  {
    name: '@rowhouse/problems',
    loads: { '': 'problemOf' },
    wants: {},
    without: ['kysely', 'fastify'],
  },
  {
    name: '@rowhouse/table-protocol',
    loads: { '': 'exportFormats' },
    wants: {},
    without: ['kysely', 'vue', 'fastify'],
  },
  {
    name: '@rowhouse/table-client',
    loads: { '': 'createTableClient' },
    wants: {},
    without: ['vue', 'react', 'kysely', '@rowhouse/tables'],
  },
  {
    name: '@rowhouse/tables',
    // Its plugin needs nothing of Fastify but types.
    loads: { '': 'defineTable', '/fastify': 'tables', '/testing': 'nodeSqlite' },
    wants: {},
    without: ['fastify', 'vue', 'pg', 'sharp'],
  },
  {
    name: '@rowhouse/tables-postgres',
    loads: { '': 'openReplicas' },
    wants: {},
    without: ['fastify', 'vue', 'pg', 'sharp'],
  },
  {
    name: '@rowhouse/tables-dev',
    loads: { '': 'checkTables', '/checks': 'checkQuery', '/introspect': 'introspectTables' },
    wants: {},
    without: ['fastify', 'vue', 'pg', 'sharp'],
  },
  {
    name: '@rowhouse/avatars',
    loads: { '': 'createAvatars', '/testing': 'memoryFiles' },
    wants: { '/fastify': '@fastify/multipart' },
    without: ['fastify', 'fastify-plugin', '@fastify/multipart'],
  },
  {
    name: '@rowhouse/integrations',
    // The soap package is loaded by the first call.
    loads: { '': 'createClient', '/soap': 'SoapAction', '/testing': 'fakeTransport' },
    wants: { '/fastify': 'fastify-plugin' },
    without: ['fastify', 'fastify-plugin', 'soap'],
  },
  {
    name: '@rowhouse/table-vue',
    loads: { '': 'VueTable' },
    wants: {},
    without: ['vue-router', 'axios', 'bulma', '@rowhouse/tables'],
  },
];

it.each(cases)('loads $name without its optional peers', async ({ name, loads, wants, without }) => {
  const folder = await install(name);
  const lists = `ls -d ${without.map((own) => `node_modules/${own}`).join(' ')} 2>/dev/null || true`;
  expect(await run(lists, folder)).toBe('');

  for (const [entry, exported] of Object.entries(loads)) {
    expect(await load(folder, name + entry, exported), name + entry).toBe('loaded\n');
  }
  for (const [entry, peer] of Object.entries(wants)) {
    await expect(load(folder, name + entry, 'anything')).rejects.toThrow(
      `ERR_MODULE_NOT_FOUND: Cannot find package '${peer}'`,
    );
  }
});

async function install(name: string): Promise<string> {
  const folder = join(scratch, name.replace('/', '-'));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const own = [tarballs.get(name), ...neededTarballs(name, tarballs)];
  await run(`npm install ${own.join(' ')}`, folder);

  return folder;
}

function load(folder: string, entry: string, exported: string): Promise<string> {
  const program = `
    const own = await import('${entry}').catch(({ code, message }) => { throw new Error(code + ': ' + message); });
    console.log('${exported}' in own ? 'loaded' : Object.keys(own));`;

  return run(`node --input-type=module --eval "$PROGRAM"`, folder, { PROGRAM: program });
}
