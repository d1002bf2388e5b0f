import { type MadeTable, makeTable } from '@rowhouse/tables-dev';
import { defineCommand } from 'citty';
import { commandLine } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import { report } from './command.ts';
import { ejectTables, writeFiles } from './eject.ts';
import { loadDefinition } from './loadApplication.ts';
import { readDatabase } from './withDatabase.ts';

/** Writes a first template and definition for a database table. */
export const tablesMake = defineCommand({
  meta: {
    name: 'tables:make',
    description:
      'Write a template and a definition for the given database table; shop.orders is a table of the ' +
      'served database shop.',
  },
  args: {
    table: {
      type: 'positional',
      description: 'Name of the table in the database.',
      required: false,
    },
    out: {
      type: 'string',
      description: 'Folder to write into; created if missing.',
      default: '.',
    },
    name: {
      type: 'string',
      description: 'Name of the table, its routes and files. Defaults to the name of the database table.',
    },
    key: {
      type: 'string',
      description: 'Column that identifies the rows. Defaults to the primary key; required for a view.',
    },
    all: {
      type: 'boolean',
      description: 'All tables of the databases that are served, with their types.',
      default: false,
    },
    force: { type: 'boolean', description: 'Overwrite existing files.', default: false },
  },
  run: ({ args }) =>
    report(async () => {
      const [table, ...others] = args._.map(String);
      if (args.all) {
        if (table !== undefined || args.name || args.key) {
          throw new StartError(
            '--all writes all tables under their own names. Omit --name, --key and table names.',
          );
        }
        return ejectTables({ names: null, folder: args.out, overwrites: args.force });
      }
      if (table === undefined || others.length > 0) {
        throw new StartError(`Name one table of the database: ${commandLine('tables:make orders')}`);
      }
      const { databases = {} } = await loadDefinition(process.env, process.cwd());
      if (databases[table.split('.')[0] ?? ''] !== undefined) {
        if (args.name || args.key) {
          throw new StartError(
            `The table "${table}" belongs to a served database and keeps its id and key. Omit --name and --key.`,
          );
        }
        return ejectTables({ names: [table], folder: args.out, overwrites: args.force });
      }
      await readDatabase(async ({ db }) => {
        const made = await makeTable(db, {
          table,
          folder: args.out,
          ...(args.name && { name: args.name }),
          ...(args.key && { key: args.key }),
        });
        const files = await writeTable(made, { folder: args.out, overwrites: args.force });
        console.log(madeText(made, files));
      });
    }),
});

/** Writes both files or none, and returns their paths. */
export function writeTable(
  { name, json, definition }: MadeTable,
  options: { readonly folder: string; readonly overwrites: boolean },
): Promise<readonly string[]> {
  const texts = { [`${name}.json`]: json, [`${name}.ts`]: definition };

  return writeFiles(texts, {
    ...options,
    remedy: 'Choose another --name or --out, or overwrite it with --force.',
  });
}

export function madeText({ name, leftOut }: MadeTable, files: readonly string[]): string {
  return [
    `Written: ${files.join(' and ')}.`,
    ...leftOut,
    '',
    'Next:',
    `1. Review both and remove what you do not need: the template defines what can be searched, sorted and totalled.`,
    `2. Add the definition to your tables: import { ${name} } from './${name}.ts' and put ${name} into the list of tables`,
    `   (\`tables: [${name}]\` of the plugin, or of a module of the service).`,
    `3. ${commandLine('tables:check')} validates it.`,
    `4. ${commandLine(`tables:advise ${name}`)} proposes indexes for it.`,
  ].join('\n');
}
