import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the repository. */
export const root: string = join(import.meta.dirname, '..');

/** Folders below packages/ of what is published, each after those that it needs. */
export const publishedPackages = [
  'drivers',
  'embedded-postgres',
  'table-protocol',
  'table-client',
  'problems',
  'tables',
  'tables-postgres',
  'tables-dev',
  'avatars',
  'integrations',
  'table-vue',
  'service',
  'rowhouse',
  'create-rowhouse',
] as const;

export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** Absolute path of a package's folder. */
export function packageFolder(name: string): string {
  return join(root, 'packages', name);
}

/** Address of the repository, known where the release runs; null elsewhere. */
export function repositoryAddress(): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;

  return server && name ? `${server}/${name}` : null;
}

/** Reads the package.json of a folder. Throws when it has no name or no version. */
export function readPackageJson(folder: string): PackageJson {
  const file = join(folder, 'package.json');
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));

  if (!isPackageJson(json)) throw new Error(`${file} needs a name and a version, both texts.`);
  return json;
}

function isPackageJson(json: unknown): json is PackageJson {
  return (
    typeof json === 'object' &&
    json !== null &&
    'name' in json &&
    typeof json.name === 'string' &&
    'version' in json &&
    typeof json.version === 'string'
  );
}
