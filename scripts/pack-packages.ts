import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PackageJson, packageFolder, publishedPackages, readPackageJson, root } from './packages.ts';

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
    for (const file of [...filesOf(json), 'README.md']) {
      cpSync(join(source, file), join(staged, file), { recursive: true });
    }
    cpSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
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

/**
 * The package.json as its users get it: without the condition that leads to the sources, which are not in the tarball,
 * and without what only its tests need.
 */
function published(json: PackageJson, source: string): object {
  const { devDependencies: _, exports, ...rest } = json;

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

/** Where the release runs, which provenance compares; there is nothing to say elsewhere. */
function repository(source: string): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return {};

  return {
    repository: { type: 'git', url: `git+${server}/${name}.git`, directory: source.slice(root.length + 1) },
    homepage: `${server}/${name}#readme`,
    bugs: `${server}/${name}/issues`,
  };
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/packages'));
  for (const [name, tarball] of packPackages(folder)) console.log(`${name} ${tarball}`);
}
