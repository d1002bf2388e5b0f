import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contenders.ts';

/** Rows from which the table counts what is filtered only when asked: below both sizes, so that neither counts. */
export const uncounted = 50_000;

export interface RunningServer {
  readonly contender: Contender;
  /** Calls in its log. */
  readonly rows: number;
  /** `http://127.0.0.1:port` */
  readonly address: string;
  stop(): Promise<void>;
}

export interface Log {
  readonly databaseUrl: string;
  readonly rows: number;
}

/** Starts the contender's server as a process of its own and waits for the address that it tells. */
export async function startServer(
  contender: Contender,
  { databaseUrl, rows }: Log,
  poolSize: number,
): Promise<RunningServer> {
  const child = fork(
    fileURLToPath(new URL(`./servers/${contender.server}.ts`, import.meta.url)),
    [databaseUrl, String(poolSize)],
    { execArgv: ['--conditions=@rowhouse/source'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const address = await Promise.race([
    once(child, 'message').then(([message]) => message as string),
    exited.then(([code]) => {
      throw new Error(`${contender.name} ended with status ${code}; see above.`);
    }),
  ]);

  return { contender, rows, address, stop };
}

/** Within the server: tells where it listens. */
export function tellAddress(address: string): void {
  process.send?.(address);
}
