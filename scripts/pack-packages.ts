import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import {
  type PackageJson,
  packageFolder,
  publishedPackages,
  readPackageJson,
  repositoryAddress,
  root,
} from './packages.ts';
import { publishedReadme } from './publishedReadme.ts';

/** Name of a package → absolute path of its tarball. */
export type Tarballs = ReadonlyMap<string, string>;

/**
 * Packs what `npm run build` has built: one tarball of each published package in the folder, which is emptied first.
 * They are what is tested and what is published, byte for byte. Throws when a package is not built.
 */
export function packPackages(folder: string): Tarballs {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  return new Map(publishedPackages.map((name) => pack(packageFolder(name), folder)));
}

/** How npm names the tarball of a package. */
export function tarballName({ name, version }: PackageJson): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

function pack(source: string, target: string): [string, string] {
  if (!existsSync(join(source, 'dist')))
    throw new Error(`${source}/dist is missing. Run npm run build first.`);
  const json = readPackageJson(source);
  const staged = mkdtempSync(join(tmpdir(), 'rowhouse-pack-'));

  try {
    const files = filesOf(json);
    for (const file of files) cpSync(join(source, file), join(staged, file), { recursive: true });
    cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    writeFileSync(join(staged, 'README.md'), readme(source, [...files, 'LICENSE', 'package.json']));
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published(json, source), null, 2)}\n`);
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', target], {
      cwd: staged,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const tarball = join(target, tarballName(json));
    if (!existsSync(tarball)) throw new Error(`npm pack did not write ${tarball}.`);

    return [json.name, tarball];
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

function filesOf(json: PackageJson): string[] {
  return Array.isArray(json.files) ? json.files.map(String) : [];
}

function readme(source: string, files: readonly string[]): string {
  const address = repositoryAddress();

  return publishedReadme(readFileSync(join(source, 'README.md'), 'utf8'), {
    folder: relative(root, source),
    files,
    address: address && `${address}/blob/HEAD`,
  });
}

/**
 * The package.json as its users get it: without the condition that leads to the sources, which are not in the tarball,
 * and without what only its tests and its folder need.
 */
function published(json: PackageJson, source: string): object {
  const { devDependencies: _, scripts: _scripts, exports, ...rest } = json;

  return {
    ...rest,
    ...(exports === undefined ? {} : { exports: withoutSources(exports) }),
    ...repository(source),
  };
}

function withoutSources(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([condition]) => condition !== '@rowhouse/source');

  return Object.fromEntries(entries.map(([key, target]) => [key, withoutSources(target)]));
}

/** Provenance compares it with where the release runs. */
function repository(source: string): object {
  const address = repositoryAddress();
  if (address === null) return {};

  return {
    repository: { type: 'git', url: `git+${address}.git`, directory: relative(root, source) },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  };
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/packages'));
  for (const [name, tarball] of packPackages(folder)) console.log(`${name} ${tarball}`);
}
