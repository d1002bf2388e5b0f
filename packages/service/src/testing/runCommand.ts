import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { databaseVariables } from '../testService/testPooler.ts';

export interface EndedCommand {
  /** Null if a signal ended it. */
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

/** A process of the command line, for tests that kill it. */
export interface WorkProcess {
  readonly child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Resolves when it processes jobs. */
  readonly started: Promise<void>;
  /** Exit status; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
}

/** The application that tests use: the demo. */
export const demoApp = new URL('../../../../apps/demo/rowhouse.config.ts', import.meta.url).pathname;

const program = new URL('../cli.ts', import.meta.url).pathname;

/**
 * Without them, Node rarely hangs at its end: it waits for a compilation in the background, which waits for the garbage
 * collector of the main thread (nodejs/node#54918).
 */
const flags = ['--no-maglev-build-code-on-background', '--no-concurrent-sparkplug'];

/** Starts any command of `rowhouse`. */
export function startCommand(
  environment: Record<string, string>,
  { args, folder }: { args: readonly string[]; folder: string },
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [...flags, '--conditions=@rowhouse/source', program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ROWHOUSE_APP: demoApp,
      ...environment,
      ...(environment.DATABASE_URL !== undefined && databaseVariables(environment.DATABASE_URL, environment)),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts `rowhouse work`. */
export function startWorkProcess(
  environment: Record<string, string>,
  { args = [], folder }: { args?: readonly string[]; folder: string },
): WorkProcess {
  const child = startCommand(environment, { args: ['work', ...args], folder });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('is processing jobs')) resolve();
      });
    }
    void ended.then(() => reject(new Error(`rowhouse work ended before it started:\n${output}`)));
  });
  // Tests that end the process do not wait for its start.
  started.catch(() => undefined);

  return {
    child,
    output: () => output,
    started,
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
