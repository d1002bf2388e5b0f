import { type ArgsDef, type CommandDef, defineCommand, runMain } from 'citty';
import { createService } from '../createService.ts';
import { version } from '../kernel/commandLine.ts';
import type { Context, ModuleCommand } from '../kernel/Module.ts';
import { commands } from './commands.ts';
import { loadDefinition, servedDatabaseVariable } from './loadDefinition.ts';
import { report } from './report.ts';
import { withContext } from './withContext.ts';

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
  if (fault !== null) console.error(`The commands of the application are not listed: ${fault}\n`);

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

/** The commands of the application's modules, by name; none, and why, where its definition cannot be used. */
async function moduleCommands(
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<{ readonly commands: Record<string, CommandDef>; readonly fault: string | null }> {
  try {
    const { modules } = createService(await loadDefinition(environment, folder));
    const commands = modules.flatMap(({ commands = {} }) => Object.entries(commands));

    return {
      commands: Object.fromEntries(commands.map(([name, command]) => [name, commandOf(name, command)])),
      fault: null,
    };
  } catch (error) {
    return { commands: {}, fault: (error as Error).message };
  }
}

function commandOf(name: string, { description, args = {}, run }: ModuleCommand<Context>): CommandDef {
  return defineCommand({
    meta: { name, description },
    args: args as ArgsDef,
    run: (given) =>
      report(() =>
        withContext(async (context) => {
          const values = given.args as Readonly<Record<string, string | boolean | undefined>>;
          await run({ args: values, context, print: (text) => console.log(text) });
        }),
      ),
  }) as CommandDef;
}
