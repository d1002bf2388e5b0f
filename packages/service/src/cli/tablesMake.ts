import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MadeTable, makeTable } from '@rowhouse/tables';
import { defineCommand } from 'citty';
import { commandLine } from '../kernel/commandLine.ts';
import { StartError } from '../kernel/StartError.ts';
import { report } from './report.ts';
import { readDatabase } from './withDatabase.ts';

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
    force: { type: 'boolean', description: 'Overwrite files that are there.', default: false },
  },
  run: ({ args }) =>
    report(async () => {
      const [table, ...others] = args._.map(String);
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

interface WriteOptions {
  readonly folder: string;
  readonly overwrites: boolean;
}

/** Writes both files or none; answers their names. Refuses to overwrite unless it may. */
export async function writeTable(
  { name, json, definition }: MadeTable,
  { folder, overwrites }: WriteOptions,
): Promise<readonly string[]> {
  const files = [
    { path: join(folder, `${name}.json`), text: json },
    { path: join(folder, `${name}.ts`), text: definition },
  ];

  for (const { path } of files) {
    if (!overwrites && (await isThere(path))) {
      throw new StartError(
        `${path} is there already. Choose another --name or --out, or overwrite it with --force.`,
      );
    }
  }
  await mkdir(folder, { recursive: true });
  // Beside their place first: a full disk leaves what was there.
  for (const { path, text } of files) await writeFile(`${path}.new`, text);
  for (const { path } of files) await rename(`${path}.new`, path);

  return files.map(({ path }) => path);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
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
