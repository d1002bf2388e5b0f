import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './packages.ts';

/** A package as package-lock.json has it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; empty when the package does not say. */
  readonly license: string;
  /** `sha512-…`, in base64; empty for packages of the workspace. */
  readonly integrity: string;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Lock = Readonly<Record<string, Entry>>;

/**
 * All packages that the workspace folders need to run, by package-lock.json: dependencies, optional ones, and peers that
 * are not optional, to the end. Packages of the workspace itself are left out.
 *
 * `npm sbom --omit dev` cannot be used: it omits whatever another package needs for its development as well,
 * which here are Fastify, Kysely and pg.
 *
 * @param withDevelopment folders whose devDependencies count too, as those do that are built into pages.
 */
export function lockedPackages(
  folders: readonly string[],
  withDevelopment: readonly string[] = [],
): LockedPackage[] {
  const lock = readLock();
  const found = lockedPaths(folders, withDevelopment).map((path) => locked(path, lock[path] ?? {}));
  // The same version may lie in several places.
  const byName = new Map(found.map((own) => [`${own.name}@${own.version}`, own]));

  return [...byName].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, own]) => own);
}

/** The same as paths: `node_modules/…`, from the root. */
export function lockedPaths(folders: readonly string[], withDevelopment: readonly string[] = []): string[] {
  const lock = readLock();
  const seen = new Set<string>();
  const waiting = [...folders];

  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const entry = lock[path];
    if (entry === undefined) throw new Error(`package-lock.json has no ${path}. Run npm install.`);
    waiting.push(...needsOf(lock, path, entry, withDevelopment.includes(path)));
  }

  return [...seen].filter((path) => path.includes('node_modules/'));
}

/** Paths of all packages that package-lock.json has. */
export function allLockedPaths(): string[] {
  return Object.keys(readLock()).filter((path) => path.includes('node_modules/'));
}

function readLock(): Lock {
  const { packages }: { packages: Lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

  return packages;
}

function needsOf(lock: Lock, path: string, entry: Entry, withDevelopment: boolean): string[] {
  const isOptional = (name: string) => entry.peerDependenciesMeta?.[name]?.optional === true;
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !isOptional(name));
  const names = [
    ...Object.keys(entry.dependencies ?? {}),
    ...peers,
    ...(withDevelopment ? Object.keys(entry.devDependencies ?? {}) : []),
  ];
  const optional = Object.keys(entry.optionalDependencies ?? {});

  return [
    ...names.map((name) => {
      const found = find(lock, path, name);
      if (found === null) throw new Error(`package-lock.json has no ${name}, which ${path} needs.`);
      return found;
    }),
    // Those of other platforms may be absent.
    ...optional.map((name) => find(lock, path, name)).filter((found) => found !== null),
  ];
}

/** Where Node finds the package: in the nearest node_modules, upwards. A link leads to its workspace folder. */
function find(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = lock[path];
    if (entry !== undefined) return entry.link && entry.resolved !== undefined ? entry.resolved : path;
    if (folder === '.') return null;
  }
}

function locked(path: string, entry: Entry): LockedPackage {
  return {
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    license: entry.license ?? '',
    integrity: entry.integrity ?? '',
  };
}
