import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A process of the command line, for tests that end it without warning. */
export interface WorkProcess {
  readonly child: ChildProcess;
  /** What it has printed. */
  output(): string;
  /** Resolves when it processes jobs. */
  readonly started: Promise<void>;
  /** Its status; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** What tests serve: the demo. */
export const demoApp = new URL('../../../../apps/demo/rowhouse.config.ts', import.meta.url).pathname;

const program = new URL('../cli.ts', import.meta.url).pathname;

/** Starts any command of `rowhouse`. */
export function startCommand(
  environment: Record<string, string>,
  { args, folder }: { args: readonly string[]; folder: string },
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['--conditions=@rowhouse/source', program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ROWHOUSE_APP: demoApp,
      ...environment,
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
    void ended.then(() => reject(new Error(`rowhouse work ended before it began:\n${output}`)));
  });
  // A test that ends it on purpose does not wait for its start.
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
