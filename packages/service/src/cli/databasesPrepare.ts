import { installActionRuns, installChanges, installFiles, installImports } from '@rowhouse/tables';
import { defineCommand } from 'citty';
import { StartError } from '../base/errors.ts';
import { connectForWrites } from '../tables/databases/index.ts';
import { report } from './command.ts';
import { loadDefinition } from './loadApplication.ts';

/** Creates what actions, imports, files and undoing changes need in served databases that may be written. */
export const databasesPrepare = defineCommand({
  meta: {
    name: 'databases:prepare',
    description:
      'Create the tables that actions, imports, files and undo need in the given served databases, or in all writable ones.',
  },
  args: {
    databases: {
      type: 'positional',
      description: 'Names of the databases. Defaults to all writable ones.',
      required: false,
    },
  },
  run: ({ args }) => report(() => prepare(args._.map(String))),
});

async function prepare(names: readonly string[]): Promise<void> {
  const { databases = {} } = await loadDefinition(process.env, process.cwd());
  const writable = Object.keys(databases).filter((name) => databases[name]?.writable);
  const refused = names.find((name) => !writable.includes(name));
  if (refused !== undefined || writable.length === 0) {
    throw new StartError(
      refused === undefined
        ? 'No served database is writable. Add "writable: true" to one under databases in rowhouse.config.ts.'
        : `"${refused}" is not a writable served database. ${known(writable)}`,
      { status: 2 },
    );
  }
  for (const name of names.length > 0 ? names : writable) {
    const db = await connectForWrites(name, databases[name] ?? { url: '' });
    try {
      await installActionRuns(db);
      await installImports(db);
      await installChanges(db);
      await installFiles(db);
    } finally {
      await db.destroy();
    }
    console.log(`${name}: prepared for actions, imports, files and undo.`);
  }
}

function known(writable: readonly string[]): string {
  return writable.length === 0
    ? 'Add "writable: true" to it under databases in rowhouse.config.ts.'
    : `Writable: ${writable.join(', ')}.`;
}
