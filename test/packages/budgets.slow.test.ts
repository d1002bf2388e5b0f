import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { packedPackages, run } from './tarballs.ts';

// Builds all packages.
takesMinutes(10);

/**
 * What the packages may cost, as numbers that do not depend on the machine: modules and bytes represent the time to load an
 * entry, instantiations of types for the time to check one. A budget has some 10 % of room; raise it with the change that
 * needs it, and say there what it buys.
 */
const entries: Readonly<Record<string, { readonly modules: number; readonly kilobytes: number }>> = {
  '@rowhouse/drivers': { modules: 285, kilobytes: 770 },
  '@rowhouse/drivers/secrets': { modules: 5, kilobytes: 25 },
  '@rowhouse/problems': { modules: 9, kilobytes: 16 },
  '@rowhouse/table-protocol': { modules: 27, kilobytes: 56 },
  '@rowhouse/table-client': { modules: 156, kilobytes: 392 },
  '@rowhouse/tables': { modules: 1_160, kilobytes: 2_720 },
  '@rowhouse/tables-dev': { modules: 1_190, kilobytes: 2_900 },
  '@rowhouse/tables-dev/checks': { modules: 1_160, kilobytes: 2_750 },
  '@rowhouse/tables/fastify': { modules: 1_180, kilobytes: 2_800 },
  '@rowhouse/tables/fetch': { modules: 1_170, kilobytes: 2_770 },
  '@rowhouse/tables-dev/introspect': { modules: 1_180, kilobytes: 2_870 },
  '@rowhouse/tables-postgres': { modules: 1_180, kilobytes: 2_790 },
  '@rowhouse/tables/views': { modules: 1_090, kilobytes: 1_900 },
  '@rowhouse/avatars': { modules: 400, kilobytes: 1_260 },
  '@rowhouse/avatars/initials': { modules: 2, kilobytes: 6 },
  '@rowhouse/integrations': { modules: 510, kilobytes: 2_380 },
  '@rowhouse/integrations/soap': { modules: 70, kilobytes: 190 },
  '@rowhouse/service': { modules: 2_750, kilobytes: 11_200 },
};
/**
 * Kilobytes of the component with the client below it, minified and compressed by gzip, without Vue: what a page loads with
 * its table, everything that is loaded when it is needed as well, and the style sheet. The aim is 35 and 60. The forms of records
 * have 5.4 of all, and 0.2 of the style; the input of actions, what a deletion takes along, and undo have 1.5 of the first load, and 6.8
 * of all; editing by typing and undoing many rows have 0.7 of the first load. Lists and JSON in forms have 4.6 of all, with their
 * texts; changes of blocks of cells and fields in forms of the application have 0.4 of the first load, and 5 of all. Rows that join
 * tables link have 1 of the first load, and 2.5 of all. One file of the client for the table, and one for what forms use as well, instead
 * of one for each module, save 3.8 of the first load.
 */
const component = { first: 66, all: 158, style: 10.5 };
/** Of the types in test/typings/tables.test.ts, checked as users check their code: against the built declarations. */
const instantiations = 98_000;

beforeAll(async () => {
  // Builds dist.
  await packedPackages();
});

it.each(Object.entries(entries))('loads %s within its budget', async (specifier, budget) => {
  const program = `
    import { registerHooks } from 'node:module';
    let [modules, bytes] = [0, 0];
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (url.startsWith('file:')) {
          modules += 1;
          bytes += loaded.source?.length ?? 0;
        }
        return loaded;
      },
    });
    await import('${specifier}');
    console.log(JSON.stringify({ modules, kilobytes: Math.round(bytes / 1000) }));`;
  const cost = JSON.parse(
    await run('node --input-type=module --eval "$PROGRAM"', root, { PROGRAM: program }),
  ) as typeof budget;

  expect(cost.modules, JSON.stringify(cost)).toBeLessThanOrEqual(budget.modules);
  expect(cost.kilobytes, JSON.stringify(cost)).toBeLessThanOrEqual(budget.kilobytes);
});

it('keeps the component within its budget', async () => {
  const folder = join(root, 'node_modules/.cache/budgets');
  await mkdir(folder, { recursive: true });
  const entry = join(folder, 'component.mjs');
  await writeFile(entry, "export { VueTable } from '@rowhouse/table-vue';");
  const built = (await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: { input: entry, external: ['vue'], preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter(({ type }) => type === 'chunk') as Rolldown.OutputChunk[];
  const first = new Set<string>();
  const load = (fileName: string) => {
    if (first.has(fileName)) return;
    first.add(fileName);
    for (const name of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) load(name);
  };
  for (const { isEntry, fileName } of chunks) if (isEntry) load(fileName);
  const kilobytes = (source: string | Buffer) => gzipSync(source, { level: 9 }).length / 1000;
  const sizeOf = (some: readonly Rolldown.OutputChunk[]) =>
    some.reduce((sum, { code }) => sum + kilobytes(code), 0);
  const sizes = {
    first: sizeOf(chunks.filter(({ fileName }) => first.has(fileName))),
    all: sizeOf(chunks),
    style: kilobytes(await readFile(join(root, 'packages/table-vue/dist/style.css'))),
  };

  expect(first.size).toBeLessThan(chunks.length);
  for (const [part, budget] of Object.entries(component)) {
    expect(sizes[part as keyof typeof sizes], JSON.stringify(sizes)).toBeLessThanOrEqual(budget);
  }
});

it('checks a table definition within its budget', async () => {
  const folder = join(root, 'node_modules/.cache/budgets');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.json',
      compilerOptions: { customConditions: [], skipLibCheck: true, noEmit: true },
      files: ['../../../test/typings/tables.test.ts'],
      include: [],
      exclude: [],
    }),
  );
  const printed = await run(`node_modules/.bin/tsc --extendedDiagnostics -p ${folder}`, root);

  expect(Number(/Instantiations:\s+(\d+)/.exec(printed)?.[1])).toBeLessThanOrEqual(instantiations);
});
