import { type CommandDef, defineCommand, runMain } from 'citty';
import { version } from '../base/commandLine.ts';
import type { CommandName } from '../definition/checkDefinition.ts';
import { createService } from '../definition/createService.ts';
import type { Module } from '../kernel/module/Module.ts';
import { appUpgrade, migrate } from './appUpgrade.ts';
import { build } from './build.ts';
import { report } from './command.ts';
import { databasesPrepare } from './databasesPrepare.ts';
import { demoSeed } from './demoSeed.ts';
import { eject } from './eject.ts';
import { additionalDatabaseVariable, loadDefinition, writtenDatabaseVariable } from './loadApplication.ts';
import { moduleCommand } from './moduleCommand.ts';
import { type Accepted, refuseUnknownArguments } from './refuseUnknownArguments.ts';
import { serve } from './serve.ts';
import { tablesAdvise } from './tablesAdvise.ts';
import { tablesCheck } from './tablesCheck.ts';
import { tablesMake } from './tablesMake.ts';
import { work } from './work.ts';

/** The commands of no module. */
const processCommands = {
  serve,
  work,
  build,
  migrate,
  'app:upgrade': appUpgrade,
  'demo:seed': demoSeed,
  'databases:prepare': databasesPrepare,
  'tables:check': tablesCheck,
  'tables:advise': tablesAdvise,
  'tables:make': tablesMake,
  eject,
} satisfies Record<CommandName, unknown>;

/** Runs the command in `args`, which has the form of `process.argv`. */
export async function run(args: string[]): Promise<void> {
  takeOption(args, 'config', 'ROWHOUSE_APP', 'the path of a rowhouse.config.ts');
  takeOption(args, 'database', additionalDatabaseVariable, 'the address of a database to serve');
  takeSwitch(args, 'write', writtenDatabaseVariable);
  const [, , ...given] = args;
  const name = given.find((arg) => !arg.startsWith('-'));
  const added = name !== undefined && Object.hasOwn(commands, name) ? {} : await addedCommands();
  try {
    refuseUnknownArguments(given, { ...commands, ...added } as Readonly<Record<string, Accepted>>);
  } catch (error) {
    await report(() => Promise.reject(error));
    return;
  }
  await runMain(
    defineCommand({
      meta: { name: 'rowhouse', version, description: 'Server-side data tables, driven by a JSON template.' },
      subCommands: { ...commands, ...added },
    }),
  );
}

/** The application's commands. A faulty application does not prevent built-in commands. */
async function addedCommands() {
  const { commands: added, fault } = await moduleCommands(process.env, process.cwd());
  if (fault !== null) console.error(`The commands of the application are not listed: ${fault}\n`);

  return added;
}

/** Removes an option that is valid for every command, and sets its variable, which child processes inherit. */
function takeOption(args: string[], name: string, variable: string, what: string): void {
  const index = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (index === -1) return;
  const [option = ''] = args.splice(index, 1);
  const value = option.includes('=') ? option.slice(`--${name}=`.length) : args.splice(index, 1)[0];
  if (!value) {
    console.error(`--${name} needs ${what}.`);
    process.exit(2);
  }
  process.env[variable] = value;
}

/** Removes a switch that is valid for every command, and sets its variable. */
function takeSwitch(args: string[], name: string, variable: string): void {
  const index = args.indexOf(`--${name}`);
  if (index === -1) return;
  args.splice(index, 1);
  process.env[variable] = 'true';
}

/** The commands of the application's modules, by name; none, with the reason, if its definition is invalid. */
async function moduleCommands(
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<{ readonly commands: Record<string, CommandDef>; readonly fault: string | null }> {
  try {
    const { applicationModules } = createService(await loadDefinition(environment, folder));

    return { commands: commandsOf(applicationModules), fault: null };
  } catch (error) {
    return { commands: {}, fault: (error as Error).message };
  }
}

/** The commands of modules, by name. */
function commandsOf(modules: readonly Module[]): Record<string, CommandDef> {
  const all = modules.flatMap(({ commands = {} }) => Object.entries(commands));

  return Object.fromEntries(all.map(([name, command]) => [name, moduleCommand(name, command)]));
}

/** The subcommands of `rowhouse` without an application; docs/reference/commands.md describes them. */
export const commands = { ...processCommands, ...commandsOf(createService().modules) };
