import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { packedPackages, run } from './tarballs.ts';

/**
 * What the packages may cost, as numbers that do not depend on the machine: modules and bytes stand for the time to load an
 * entry, instantiations of types for the time to check one. A budget has some 10 % of room; raise it with the change that
 * needs it, and say there what it buys.
 */
const entries: Readonly<Record<string, { readonly modules: number; readonly kilobytes: number }>> = {
  '@rowhouse/drivers': { modules: 285, kilobytes: 770 },
  '@rowhouse/problems': { modules: 5, kilobytes: 5 },
  '@rowhouse/table-protocol': { modules: 14, kilobytes: 30 },
  '@rowhouse/table-client': { modules: 52, kilobytes: 170 },
  '@rowhouse/tables': { modules: 930, kilobytes: 1_970 },
  '@rowhouse/tables/dev': { modules: 905, kilobytes: 1_930 },
  '@rowhouse/tables/fastify': { modules: 940, kilobytes: 2_000 },
  '@rowhouse/tables/fetch': { modules: 935, kilobytes: 1_990 },
  '@rowhouse/tables/introspect': { modules: 790, kilobytes: 1_620 },
  '@rowhouse/tables/views': { modules: 1_090, kilobytes: 1_900 },
  '@rowhouse/avatars': { modules: 400, kilobytes: 1_260 },
  '@rowhouse/avatars/initials': { modules: 2, kilobytes: 6 },
  '@rowhouse/integrations': { modules: 510, kilobytes: 2_380 },
  '@rowhouse/integrations/soap': { modules: 70, kilobytes: 160 },
  '@rowhouse/service': { modules: 2_500, kilobytes: 9_100 },
};
/**
 * Kilobytes of the component with the client below it, as published and so not minified, compressed by gzip. A page gets
 * some 60 % of the script, 50 kB. Sizing, moving and pinning columns, their menu, densities and chips took 9 kB and 1 kB.
 */
const component = { script: 86, style: 6 };
/** Of the types in test/typings/tables.test.ts, checked as users check their code: against the built declarations. */
const instantiations = 96_000;

beforeAll(async () => {
  // Builds dist.
  await packedPackages();
}, 600_000);

it.each(Object.entries(entries))('%s loads within its budget', async (specifier, budget) => {
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

it('the component is no larger than its budget', async () => {
  const sizeOf = async (folder: string, pattern: string) => {
    const files = globSync(pattern, { cwd: join(root, folder) }).sort();
    const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file))));

    return gzipSync(Buffer.concat(texts), { level: 9 }).length / 1000;
  };
  const script =
    (await sizeOf('packages/table-vue/dist', 'index.js')) +
    (await sizeOf('packages/table-client/dist', '**/*.js')) +
    (await sizeOf('node_modules/@preact/signals-core/dist', 'signals-core.mjs'));

  expect(script).toBeLessThanOrEqual(component.script);
  expect(await sizeOf('packages/table-vue/dist', 'style.css')).toBeLessThanOrEqual(component.style);
});

it('a definition of a table is checked within its budget', async () => {
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
