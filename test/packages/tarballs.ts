import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackages, type Tarballs, tarballName } from '../../scripts/pack-packages.ts';
import { packageFolder, publishedPackages, readPackageJson, root } from '../../scripts/packages.ts';
import { builtOnce } from '../builtOnce.ts';

const execute = promisify(execFile);

/** Builds and packs all packages as a release does, once for all test files of a run. Name → path of the tarball. */
export async function packedPackages(): Promise<Tarballs> {
  const folder = await builtOnce('tarballs', async (target) => {
    await run('node scripts/build.ts', root);
    packPackages(target);
  });

  return new Map(
    publishedPackages.map((own) => {
      const json = readPackageJson(packageFolder(own));

      return [json.name, join(folder, tarballName(json))];
    }),
  );
}

/**
 * Commands of a guide as a test runs them: where they install packages of this repository, the tarballs instead; other
 * packages in the version that package-lock.json has, so that the test does not fail one day because of someone else's
 * release.
 */
export function withTarballs(commands: string, tarballs: Tarballs): string {
  return commands.replace(/^npm install .*$/gm, (line) => {
    const words = line.split(' ').map((word) => tarballs.get(word) ?? pinned(word));

    return [...words, ...line.split(' ').flatMap((name) => neededTarballs(name, tarballs))].join(' ');
  });
}

/**
 * Tarballs of the packages of this repository that one of them depends on, directly or by another: the registry may not
 * have them yet.
 */
export function neededTarballs(name: string, tarballs: Tarballs): string[] {
  const own = new Map(
    publishedPackages.map((folder) => {
      const json = readPackageJson(packageFolder(folder));

      return [json.name, Object.keys(json.dependencies ?? {})];
    }),
  );
  const needed = new Set(own.get(name));
  // A set also yields what is added to it while it is walked.
  for (const dependency of needed) {
    for (const further of own.get(dependency) ?? []) needed.add(further);
  }

  return [...needed].flatMap((dependency) => tarballs.get(dependency) ?? []);
}

const lock: { packages: Record<string, { version?: string }> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

/** `kysely@^0.29` and `kysely` alike. */
function pinned(word: string): string {
  const name = word.replace(/(?<=.)@.*$/, '');
  const version = lock.packages[`node_modules/${name}`]?.version;

  return version === undefined ? word : `${name}@${version}`;
}

/** Throws what was printed when a command fails. */
export async function run(
  commands: string,
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd,
      // Some programs colour their output where CI is set.
      env: { ...outsideOfNpm(), NO_COLOR: '1', FORCE_COLOR: '0', ...variables },
      maxBuffer: 32 * 2 ** 20,
    });

    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${commands}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** The environment without what an npm that runs the tests leaves in it, its own folder above all. */
export function outsideOfNpm(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_|^NODE_OPTIONS$|^VITEST|^NODE_ENV$/i.test(name),
  );

  return { ...Object.fromEntries(own), npm_config_audit: 'false', npm_config_fund: 'false' };
}
