import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import { loggerOf } from '../base/ServiceLogger.ts';
import type { Context } from '../kernel/module/Module.ts';
import type { CommandRun, ModuleCommand } from '../kernel/module/ModuleCommand.ts';
import { interruptible, report } from './command.ts';
import { countProgress } from './progress.ts';
import { withContext, withDatabase } from './withDatabase.ts';

/** Runs a command of a module after the migrations. */
export function moduleCommand(name: string, command: ModuleCommand<Context>): CommandDef {
  const { description, args = {}, onInterrupt } = command;

  return defineCommand({
    meta: { name, description },
    args: args as ArgsDef,
    run: (given) => {
      const values = given.args as CommandRun<Context>['args'];
      const run = (signal: AbortSignal) => runCommand(command, values, signal);

      return report(() =>
        onInterrupt === undefined ? run(new AbortController().signal) : interruptible(onInterrupt, run),
      );
    },
  }) as CommandDef;
}

function runCommand(
  command: ModuleCommand<Context>,
  args: CommandRun<Context>['args'],
  signal: AbortSignal,
): Promise<void> {
  const parts = {
    args,
    signal,
    print: (text: string) => console.log(text),
    warn: (text: string) => console.error(text),
    progress: (things: string) => countProgress(process.stderr, things),
  };

  return command.opens === 'database'
    ? withDatabase(async ({ config, db, log }) =>
        command.run({ ...parts, context: { config, db, logger: loggerOf(log) } }),
      )
    : withContext(async (context) => command.run({ ...parts, context }));
}
