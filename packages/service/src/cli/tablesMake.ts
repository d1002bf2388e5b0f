import { type MadeTable, makeTable } from '@rowhouse/tables';
import { defineCommand } from 'citty';
import { commandLine } from '../kernel/commandLine.ts';
import { StartError } from '../kernel/StartError.ts';
import { ejectTables } from './eject.ts';
import { report } from './report.ts';
import { readDatabase } from './withDatabase.ts';
import { writeFiles } from './writeFiles.ts';

/** Writes a template and a definition for a table of the database, to begin with. */
export const tablesMake = defineCommand({
  meta: {
    name: 'tables:make',
    description: 'Write a template and a definition for the database table named after the command.',
  },
  args: {
    out: {
      type: 'string',
      description: 'Folder to write into; it is made when it is missing.',
      default: '.',
    },
    name: {
      type: 'string',
      description: 'Name of the table, of its routes and files; the database table’s own by default.',
    },
    key: {
      type: 'string',
      description: 'Column that identifies the rows; the primary key by default. Needed for a view.',
    },
    all: {
      type: 'boolean',
      description: 'All tables of the databases that are served, with their types.',
      default: false,
    },
    force: { type: 'boolean', description: 'Overwrite files that are there.', default: false },
  },
  run: ({ args }) =>
    report(async () => {
      const [table, ...others] = args._.map(String);
      if (args.all) {
        if (table !== undefined || args.name || args.key) {
          throw new StartError(
            '--all writes all tables under their own names. Leave --name, --key and names of tables out.',
          );
        }
        return ejectTables({ names: null, folder: args.out, overwrites: args.force });
      }
      if (table === undefined || others.length > 0) {
        throw new StartError(`Name one table of the database: ${commandLine('tables:make orders')}`);
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

/** Writes both files or none; answers their names. Refuses to overwrite unless it may. */
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
    `1. Read both, and strike what nobody needs: the template says what is searched, sorted and totalled.`,
    `2. Add the definition to your tables: import { ${name} } from './${name}.ts' and put ${name} into the list of tables`,
    `   (\`tables: [${name}]\` of the plugin, or of a module of the service).`,
    `3. ${commandLine('tables:check')} says whether it is right.`,
    `4. ${commandLine(`tables:advise ${name}`)} says which indexes it needs.`,
  ].join('\n');
}
