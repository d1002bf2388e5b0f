import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type TableDefinition, TableError, type TemplateFault } from '@rowhouse/tables';
import type { TableSources } from '@rowhouse/tables-dev/introspect';
import { StartError } from '../../base/errors.ts';

/** The tables of a template folder, by database; null is the service's own. */
type TemplateTables = ReadonlyMap<string | null, readonly TableDefinition[]>;

interface TemplateFolderOptions {
  /** Folder of JSON files, each a template with a `source`. */
  readonly folder: string;
  /** The files to read. Defaults to all of the folder. */
  readonly files?: readonly string[] | undefined;
  /** By database; null is the service's own. */
  readonly sources: ReadonlyMap<string | null, TableSources | 'unavailable'>;
  readonly config: Parameters<TableSources['define']>[1]['config'];
  readonly enums: readonly string[];
}

export interface TemplateFolder {
  readonly files: readonly string[];
  /** The tables at the start. */
  readonly tables: TemplateTables;
  /** Name of an unavailable database → routePrefixes of its templates. */
  readonly unavailable: ReadonlyMap<string, readonly string[]>;
  /**
   * The tables of the current files; the same map while none has changed. For development. Added files need a restart.
   *
   * @throws TableError `tables.invalid_template` with all faults.
   */
  current(): TemplateTables;
}

/**
 * Reads a folder of templates and creates their definitions.
 *
 * @throws StartError that lists all faults of all files, each with path, value and remedy.
 */
export function openTemplateFolder(options: TemplateFolderOptions): TemplateFolder {
  const { files = namesIn(options.folder) } = options;
  const start = read(files, options);
  if (start.reports.length > 0) throw new StartError(start.reports.join('\n\n'));
  let known = { state: stateOf(files), tables: start.tables as TemplateTables };

  return {
    files,
    tables: start.tables,
    unavailable: start.unavailable,
    current() {
      const state = stateOf(files);
      if (state === known.state) return known.tables;
      const { tables, reports } = read(files, options);
      if (reports.length > 0) throw new TableError('tables.invalid_template', reports.join('\n\n'));
      known = { state, tables };

      return tables;
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name));
  } catch (cause) {
    throw new StartError(
      `The folder of templates ${folder} cannot be read: ${(cause as Error).message}. Create it, or remove \`tables\`.`,
      { cause },
    );
  }
}

/** A fingerprint of the files. */
function stateOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return `${stat?.mtimeMs} ${stat?.size}`;
    })
    .join();
}

function read(files: readonly string[], { sources, config, enums }: TemplateFolderOptions) {
  const tables = new Map<string | null, TableDefinition[]>();
  const unavailable = new Map<string, string[]>();
  const reports: string[] = [];
  const shared = { enums, ...(config && { config }) };
  for (const path of files) {
    const file = relative(process.cwd(), path);
    const template = parsed(path);
    if (template instanceof Error) {
      reports.push(reportOf(file, [unreadable(template)]));
      continue;
    }
    const source = sourceOf(template);
    const database = source && homeOf(source.database, sources);
    if (source === null || database === undefined) {
      reports.push(reportOf(file, [source === null ? missing : unknown(source.database, sources)]));
      continue;
    }
    const found = sources.get(database);
    if (found === 'unavailable') {
      const { routePrefix } = template as { readonly routePrefix?: unknown };
      unavailable.set(String(database), [...(unavailable.get(String(database)) ?? []), String(routePrefix)]);
      continue;
    }
    const { definition, faults } = found?.define(template, { ...shared, table: source.table, file }) ?? {
      definition: null,
      faults: [missing],
    };
    if (definition === null) reports.push(reportOf(file, faults));
    else tables.set(database ?? null, [...(tables.get(database ?? null) ?? []), definition]);
  }

  return { tables, unavailable, reports };
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return error as Error;
  }
}

/** The database of a source: by default the only served one. Undefined if unknown or ambiguous. */
function homeOf(name: string | null, sources: TemplateFolderOptions['sources']): string | null | undefined {
  const served = [...sources.keys()].filter((one) => one !== null);
  if (name !== null) return sources.has(name) ? name : undefined;
  if (served.length === 0) return null;

  return served.length === 1 ? served[0] : undefined;
}

type Fault = Pick<TemplateFault, 'path' | 'problem' | 'remedy'>;

const missing: Fault = {
  path: 'source',
  problem: 'The template has no "source".',
  remedy: 'Set it to the table of its rows, such as "orders", "sales.orders" or "shop:sales.orders".',
};

function unknown(name: string | null, sources: TemplateFolderOptions['sources']): Fault {
  const served = [...sources.keys()].filter((one) => one !== null).join(', ');

  return name === null
    ? {
        path: 'source',
        problem: 'It does not name its database, and several are served.',
        remedy: `Write one of ${served} before the table, as in "${served.split(',')[0]}:orders".`,
      }
    : {
        path: 'source',
        problem: `No database "${name}" is served.`,
        remedy: `Write one of ${served || 'those under `databases`'}.`,
      };
}

function unreadable(error: Error): Fault {
  return { path: '', problem: `It is not valid JSON: ${error.message}`, remedy: 'Correct it.' };
}

function reportOf(file: string, faults: readonly Fault[]): string {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  const items = faults.map(
    ({ path, problem, remedy }, index) =>
      `${index + 1}. ${file}${path === '' ? '' : `: ${path}`}\n   ${problem}\n   ${remedy}`,
  );

  return [`The template ${file} has ${count}.`, ...items].join('\n');
}

/** A template's `source`, such as `shop:sales.orders`. */
interface TemplateSource {
  /** Name of a served database; null if not given. */
  readonly database: string | null;
  /** `table` or `schema.table`. */
  readonly table: string;
}

/** Null for a template without a source. */
export function sourceOf(template: unknown): TemplateSource | null {
  const { source } = (template ?? {}) as { readonly source?: unknown };
  if (typeof source !== 'string') return null;
  const [, database = null, table = ''] = /^(?:([A-Za-z][\w-]*):)?(.*)$/.exec(source) ?? [];

  return { database, table };
}
