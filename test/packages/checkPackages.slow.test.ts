import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { licenseFaults } from '../../scripts/licenses.ts';
import { lockedPackages } from '../../scripts/lockedPackages.ts';
import { packageFolder, publishedPackages, readPackageJson, root } from '../../scripts/packages.ts';
import { tarballFaults } from '../../scripts/tarballFaults.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { packedPackages, run } from './tarballs.ts';

// Builds, packs and checks all packages.
takesMinutes(10);

let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-check-'));
  await packedPackages();
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

it('finds the packages fit to publish', async () => {
  const printed = await run('node scripts/check-packages.ts', root);
  expect(printed).toMatch(/publint @rowhouse\/tables: clean\nattw @rowhouse\/tables: clean\n/);
  expect(printed).toMatch(/publint create-rowhouse: clean\n/);
  expect(printed).toMatch(/The packages are fit to publish\.\n$/);

  const bill = JSON.parse(await readFile(join(root, 'dist/sbom/service.cdx.json'), 'utf8'));
  const names: string[] = bill.components.map(({ name }: { name: string }) => name);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'kysely', 'pg', 'nodemailer', 'sharp', 'vue', 'bulma']),
  );
  expect(names).not.toEqual(expect.arrayContaining(['vitest']));
  expect(bill.components.every(({ hashes }: { hashes?: object[] }) => hashes?.length === 1)).toBe(true);
});

it('publishes what users can resolve: no sources, no development files, a licence', async () => {
  const tarball = [...(await packedPackages())].find(([name]) => name === '@rowhouse/tables')?.[1];
  await run(`tar xzf ${tarball}`, scratch);
  const json = JSON.parse(await readFile(join(scratch, 'package/package.json'), 'utf8'));
  expect(JSON.stringify(json)).not.toMatch(/rowhouse\/source|devDependencies|src\//);
  expect(Object.keys(json.exports['.'])).toEqual(['types', 'default']);
  expect(await readFile(join(scratch, 'package/LICENSE'), 'utf8')).toContain('MIT License');
  expect(await run('ls package', scratch)).toBe(
    'LICENSE\nREADME.md\ndist\npackage.json\ntable-template.schema.json\n',
  );
});

it('packs every package with its entry points, a README without broken links, and a licence', async () => {
  const tarballs = [...(await packedPackages()).values()];
  expect(tarballs).toHaveLength(publishedPackages.length);
  expect(tarballs.flatMap(tarballFaults)).toEqual([]);

  // With an address, as where the release runs.
  const address = { GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'rowhouse/rowhouse' };
  await run(`node ${join(root, 'scripts/pack-packages.ts')} ${join(scratch, 'packed')}`, root, address);
  const packed = (await run('ls packed/*.tgz', scratch)).trim().split('\n');
  expect(packed.flatMap((file) => tarballFaults(join(scratch, file)))).toEqual([]);
  expect(await run('tar xzOf packed/rowhouse-tables-[0-9]*.tgz package/README.md', scratch)).toContain(
    '(https://git.example.com/rowhouse/rowhouse/blob/HEAD/docs/guides/actions.md)',
  );
});

it('packs the SQL programs of every package next to the modules that read them', async () => {
  const files = (folder: string) => globSync('**/*.sql', { cwd: join(folder, 'src') }).sort();
  const programs = publishedPackages.map((name) => ({ name, files: files(packageFolder(name)) }));
  expect(programs.flatMap(({ files }) => files).length).toBeGreaterThan(20);

  const tarballs = await packedPackages();
  for (const { name, files } of programs) {
    const tarball = tarballs.get(readPackageJson(packageFolder(name)).name) as string;
    const packed = (await run(`tar tzf ${tarball}`, scratch)).split('\n');
    expect(packed).toEqual(expect.arrayContaining(files.map((file) => `package/dist/${file}`)));
  }
});

it.each(publishedPackages)(
  'refuses to pack %s from its own folder, and explains how to pack it',
  async (name) => {
    await expect(run(`npm pack --pack-destination ${scratch}`, packageFolder(name))).rejects.toThrow(
      /npm run pack/,
    );
  },
);

it('notices entry points and links that a tarball lacks', async () => {
  await run('mkdir bad && cp -r package bad/ && rm bad/package/dist/fastify/index.js', scratch);
  await run(`echo '[more](../../docs/errors.md)' >> bad/package/README.md`, scratch);
  await run('tar czf bad.tgz -C bad package', scratch);
  expect(tarballFaults(join(scratch, 'bad.tgz'))).toEqual([
    expect.stringMatching(/lacks its entry point \.\/dist\/fastify\/index\.js\.$/),
    expect.stringMatching(/README\.md links to \.\.\/\.\.\/docs\/errors\.md, which the tarball lacks\.$/),
  ]);
});

it('notices a package that is not fit', async () => {
  const file = join(scratch, 'package/package.json');
  const json = JSON.parse(await readFile(file, 'utf8'));
  json.exports['.'] = {
    '@rowhouse/source': './src/index.ts',
    default: './dist/index.js',
    types: './none.d.ts',
  };
  await writeFile(file, JSON.stringify(json));
  await run('tar czf broken.tgz package', scratch);
  const tools = join(root, 'packaging/node_modules/.bin');

  await expect(run(`${tools}/publint --strict broken.tgz`, scratch)).rejects.toThrow(
    './none.d.ts but the file does not exist',
  );
  await run('rm package/dist/index.d.ts && tar czf broken.tgz package', scratch);
  await expect(run(`${tools}/attw --profile esm-only broken.tgz`, scratch)).rejects.toThrow(/No types/i);
});

it('lists the runtime dependencies, and reports a licence that is not allowed', () => {
  const service = lockedPackages(['packages/service']);
  expect(service.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg', 'undici', 'qs']));
  expect(service.map(({ name }) => name)).not.toContain('vitest');
  expect(licenseFaults(service)).toEqual([]);

  const own = { name: 'other', version: '1.0.0', integrity: '' };
  const licenses = ['GPL-3.0-only', '', 'MIT AND GPL-3.0-only', 'LGPL-3.0-or-later'];
  expect(licenseFaults(licenses.map((license) => ({ ...own, license })))).toHaveLength(4);
  expect(licenseFaults([{ ...own, license: '(GPL-3.0-only OR MIT)' }])).toEqual([]);
});
