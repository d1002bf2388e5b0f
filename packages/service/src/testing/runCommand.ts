import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startCommand } from './workProcess.ts';

export interface EndedCommand {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs any command of `rowhouse` to its end. */
export function runCommand(
  environment: Record<string, string>,
  { args, folder }: { args: readonly string[]; folder: string },
) {
  const child = startCommand(environment, { args, folder });
  const [output, errors] = [text(child.stdout), text(child.stderr)];

  return {
    child,
    ended: once(child, 'close').then(
      async ([status]): Promise<EndedCommand> => ({
        status: typeof status === 'number' ? status : null,
        output: await output,
        errors: await errors,
      }),
    ),
  };
}
