import { defineCommand, runMain } from 'citty';
import { version } from '../kernel/http/version.ts';
import { commands } from './commands.ts';

/** Runs the command that the arguments of the process name. */
export async function run(args: string[]): Promise<void> {
  takeConfig(args);
  await runMain(
    defineCommand({
      meta: { name: 'rowhouse', version, description: 'Server-side data tables, driven by a JSON template.' },
      subCommands: commands,
    }),
  );
}

/** `--config file` stands before or after any command, and is passed on to the processes that it starts. */
function takeConfig(args: string[]): void {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='));
  if (at === -1) return;
  const [option = ''] = args.splice(at, 1);
  const value = option.startsWith('--config=') ? option.slice('--config='.length) : args.splice(at, 1)[0];
  if (!value) {
    console.error('--config needs the path of a rowhouse.config.ts.');
    process.exit(2);
  }
  process.env.ROWHOUSE_APP = value;
}
