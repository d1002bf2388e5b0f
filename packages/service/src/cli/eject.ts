import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ejectTable } from '@rowhouse/tables-dev/introspect';
import { defineCommand } from 'citty';
import { commandLine } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import { type DefinedTable, findDatabases, type IntrospectedDatabase } from '../tables/databases/index.ts';
import { report } from './command.ts';
import { loadDefinition } from './loadApplication.ts';

/** Writes templates and definitions for tables of served databases, to be edited. */
export const eject = defineCommand({
  meta: {
    name: 'eject',
    description: 'Write template, definition and types of the given served tables.',
  },
  args: {
    tables: {
      type: 'positional',
      description: 'Ids or names of the tables.',
      required: false,
    },
    out: {
      type: 'string',
      description: 'Folder to write into; created if missing.',
      default: 'src/tables',
    },
    all: {
      type: 'boolean',
      description: 'All tables of the served databases, instead of names.',
      default: false,
    },
    force: { type: 'boolean', description: 'Overwrite existing files.', default: false },
  },
  run: ({ args }) =>
    report(async () => {
      const names = args._.map(String);
      if (names.length === 0 && !args.all) {
        throw new StartError(
          `Name the tables to write, ${commandLine('eject orders customers')}, or write all: ${commandLine('eject --all')}`,
        );
      }
      if (names.length > 0 && args.all) {
        throw new StartError('--all writes all tables. Omit the names.');
      }
      await ejectTables({ names: args.all ? null : names, folder: args.out, overwrites: args.force });
    }),
});

interface EjectTablesOptions {
  /** Table ids or names in the database; null for all tables. */
  readonly names: readonly string[] | null;
  readonly folder: string;
  readonly overwrites: boolean;
}

/** Writes three files per table, all or none, and prints the next steps. */
export async function ejectTables({ names, folder, overwrites }: EjectTablesOptions): Promise<void> {
  const { databases = {} } = await loadDefinition(process.env, process.cwd());
  const found = await findDatabases(databases);
  const chosen = chosenTables(found, names);
  const ejected = chosen.map(({ database, table }) => ({
    table,
    ...ejectTable(table, { folder }),
    template: templateText(table, database),
  }));
  const files = Object.fromEntries(
    ejected.flatMap(({ name, template, definition, types }) => [
      [`${name}.json`, template],
      [`${name}.ts`, definition],
      [`${name}.types.ts`, types],
    ]),
  );
  await writeFiles(files, {
    folder,
    overwrites,
    remedy: 'Choose another --out, or overwrite it with --force. Nothing was written.',
  });
  console.log(
    ejectedText(
      ejected.map(({ name }) => name),
      folder,
    ),
  );
}

/** The template with its `source`, which names the database and the table. */
function templateText(
  { definition, schema, name, id }: DefinedTable,
  { name: database }: IntrospectedDatabase,
): string {
  const { routePrefix, ...rest } = definition.template;
  const isVisible = id.split('.').length === 2;
  const source = `${database}:${isVisible ? name : `${schema}.${name}`}`;

  return `${JSON.stringify({ routePrefix, source, ...rest }, null, 2)}\n`;
}

interface Chosen {
  readonly database: IntrospectedDatabase;
  readonly table: DefinedTable;
}

function chosenTables(
  databases: readonly IntrospectedDatabase[],
  names: readonly string[] | null,
): readonly Chosen[] {
  const unavailable = databases.find(({ fault }) => fault !== null);
  if (unavailable)
    throw new StartError(`The database "${unavailable.name}" is not available: ${unavailable.fault}`);
  const all = databases.flatMap((database) => database.tables.map((table) => ({ database, table })));
  if (all.length === 0) {
    throw new StartError(
      `No database is served. Pass one: ${commandLine('eject orders --database postgres://…')}, or add it under \`databases\`.`,
    );
  }

  return names === null ? all : names.map((name) => chosenTable(all, name));
}

function chosenTable(all: readonly Chosen[], requested: string): Chosen {
  const [first, ...others] = all.filter(
    ({ table: { id, schema, name } }) =>
      requested === id || requested === name || requested === `${schema}.${name}`,
  );
  const exact = all.find(({ table }) => table.id === requested);
  if (exact) return exact;
  if (first && others.length === 0) return first;
  const known = (first ? [first, ...others] : all).map(({ table }) => table.id);
  const list = `${known.slice(0, 20).join(', ')}${known.length > 20 ? ` and ${known.length - 20} more` : ''}`;
  throw new StartError(
    first
      ? `Several tables are called "${requested}". Write one of ${list}.`
      : `Table "${requested}" does not exist. Known tables: ${list}.`,
  );
}

function ejectedText(names: readonly string[], folder: string): string {
  const [first = ''] = names;
  const list =
    names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

  return [
    `Written to ${folder}: ${list}; of each a template (.json), a definition (.ts) and its types (.types.ts).`,
    '',
    'Next:',
    `1. Add the definitions to a module: import { ${first} } from './${first}.ts' and put ${first} into its tables.`,
    '   They replace the tables found in the database.',
    '2. Adapt them.',
    `3. ${commandLine('tables:check')} validates them.`,
  ].join('\n');
}

interface WriteOptions {
  readonly folder: string;
  readonly overwrites: boolean;
  /** Second sentence of the error if a file exists. */
  readonly remedy: string;
}

/** Writes all files or none, and returns their paths. @throws StartError if a file exists, unless `overwrites` is set. */
export async function writeFiles(
  texts: Readonly<Record<string, string>>,
  { folder, overwrites, remedy }: WriteOptions,
): Promise<readonly string[]> {
  const files = Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text }));

  for (const { path } of files) {
    if (!overwrites && (await exists(path))) throw new StartError(`${path} already exists. ${remedy}`);
  }
  await mkdir(folder, { recursive: true });
  // Written under another name first, so that a full disk does not destroy existing files.
  for (const { path, text } of files) await writeFile(`${path}.new`, text);
  for (const { path } of files) await rename(`${path}.new`, path);

  return files.map(({ path }) => path);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
