import { startChild } from '../startChild.ts';
import type { Contender } from './contenders.ts';

/** Rows above which the table counts filtered rows only on request: below both sizes, so that neither counts. */
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

/** Starts the contender's server as a separate process and waits for its address. */
export async function startServer(
  contender: Contender,
  { databaseUrl, rows }: Log,
  poolSize: number,
): Promise<RunningServer> {
  const program = new URL(`./servers/${contender.server}.ts`, import.meta.url);
  const { next, stop } = startChild(contender.name, program, { databaseUrl, poolSize });

  return { contender, rows, address: await next<string>(), stop };
}
