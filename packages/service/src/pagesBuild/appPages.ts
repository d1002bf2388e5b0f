import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import { arePagesBuilt } from '../kernel/http/pages.ts';
import type { Module } from '../kernel/module/Module.ts';

/** Output folder of `rowhouse build`, within the folder of rowhouse.config.ts. */
const folderName = '.rowhouse/pages';
const recordName = 'sources.json';

/** The pages of an application: those of the service and of its modules. */
export interface AppPages {
  /** Entry files of the modules' pages, in the order of the modules. */
  readonly entries: readonly string[];
  /** Module name of each entry. */
  readonly owners: readonly string[];
  /** Further texts that name icons and CSS classes: menus and templates of modules, as JSON. */
  readonly texts: readonly string[];
  /** Output folder. */
  readonly folder: string;
}

/** The inputs of a build. `files`: path relative to the application's folder → hash of the content. */
interface BuildRecord {
  readonly version: string;
  readonly entries: readonly string[];
  /** Names of all pages. */
  readonly pages: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The pages of modules; null if no module has any.
 *
 * @throws StartError for missing entry files.
 */
export function appPagesOf(modules: readonly Module[], appFolder: string): AppPages | null {
  const faults: string[] = [];
  const entries = modules.flatMap(({ name, pages }) => {
    if (pages === undefined) return [];
    const isFileUrl = pages instanceof URL || pages.startsWith('file:');
    const path = isFileUrl ? fileURLToPath(pages) : resolve(appFolder, pages);
    if (!existsSync(path)) {
      faults.push(
        `The pages of the module "${name}" are ${path}, but the file does not exist. ` +
          "Write new URL('./pages/index.ts', import.meta.url).",
      );
    }

    return [path];
  });
  if (faults.length > 0) throw new StartError(faults.join('\n'));

  if (entries.length === 0) return null;
  const texts = modules.map(({ menu, tables = [] }) =>
    JSON.stringify([menu, tables.map(({ template }) => template)]),
  );

  const owners = modules.flatMap(({ name, pages }) => (pages === undefined ? [] : [name]));

  return { entries, owners, texts, folder: join(appFolder, folderName) };
}

/** The record of a build as JSON. `sources` are absolute paths; `names` those of all pages. */
export function recordOf(
  { entries }: Pick<AppPages, 'entries'>,
  appFolder: string,
  { sources, names }: { readonly sources: readonly string[]; readonly names: readonly string[] },
): string {
  const own = (path: string) => relative(appFolder, path);
  const record: BuildRecord = {
    version,
    entries: entries.map(own),
    pages: names,
    files: Object.fromEntries([...sources].sort().map((path) => [own(path), hashOf(path)])),
  };

  return `${JSON.stringify(record, null, 2)}\n`;
}

export const recordFile = (folder: string): string => join(folder, recordName);

/** Whether the pages are missing or outdated; null if they are current. */
export function staleness({ entries, folder }: AppPages, appFolder: string): 'not built' | 'older' | null {
  if (!arePagesBuilt(folder)) return 'not built';
  const record = readRecord(folder);
  if (record === null || record.version !== version) return 'older';
  const own = entries.map((entry) => relative(appFolder, entry));
  if (JSON.stringify(own) !== JSON.stringify(record.entries)) return 'older';

  return areChanged(record.files, appFolder) ? 'older' : null;
}

/** Whether files of the built pages have changed; false without built pages. Needs no definition of the application. */
export function hasChangedSources(appFolder: string): boolean {
  const record = readRecord(join(appFolder, folderName));

  return record !== null && areChanged(record.files, appFolder);
}

function areChanged(files: BuildRecord['files'], appFolder: string): boolean {
  return Object.entries(files).some(([path, hash]) => hashOf(join(appFolder, path)) !== hash);
}

/** The names of the pages that are built. */
export function builtNames({ folder }: Pick<AppPages, 'folder'>): readonly string[] | null {
  return readRecord(folder)?.pages ?? null;
}

/** Whether a file belongs to the application, so that its change makes the build outdated. */
export function isSource(path: string, { entries }: AppPages, appFolder: string): boolean {
  const folders = [appFolder, ...entries.map((entry) => dirname(entry))];

  return (
    folders.some((folder) => path.startsWith(`${folder}${sep}`)) &&
    !path.includes(`${sep}node_modules${sep}`) &&
    existsSync(path)
  );
}

function readRecord(folder: string): BuildRecord | null {
  try {
    return JSON.parse(readFileSync(recordFile(folder), 'utf8')) as BuildRecord;
  } catch {
    return null;
  }
}

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  } catch {
    return 'missing';
  }
}
