import { defineCommand, runMain } from 'citty';
import { version } from '../kernel/http/version.ts';
import { commands } from './commands.ts';
import { servedDatabaseVariable } from './loadDefinition.ts';
import { moduleCommands } from './moduleCommands.ts';

/** Runs the command that the arguments of the process name. */
export async function run(args: string[]): Promise<void> {
  takeOption(args, 'config', 'ROWHOUSE_APP', 'the path of a rowhouse.config.ts');
  takeOption(args, 'database', servedDatabaseVariable, 'the address of a database to serve');
  const [, , ...given] = args;
  const name = given.find((arg) => !arg.startsWith('-'));
  const added = name !== undefined && Object.hasOwn(commands, name) ? {} : await addedCommands();
  await runMain(
    defineCommand({
      meta: { name: 'rowhouse', version, description: 'Server-side data tables, driven by a JSON template.' },
      subCommands: { ...commands, ...added },
    }),
  );
}

/** Those of the application: built-in ones are there whatever is wrong with it. */
async function addedCommands() {
  const { commands: added, fault } = await moduleCommands(process.env, process.cwd());
  if (fault !== null) console.error(`The commands of the application are missing here: ${fault}\n`);

  return added;
}

/** An option that stands before or after any command, and is passed on to the processes that it starts. */
function takeOption(args: string[], name: string, variable: string, what: string): void {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at === -1) return;
  const [option = ''] = args.splice(at, 1);
  const value = option.includes('=') ? option.slice(`--${name}=`.length) : args.splice(at, 1)[0];
  if (!value) {
    console.error(`--${name} needs ${what}.`);
    process.exit(2);
  }
  process.env[variable] = value;
}
