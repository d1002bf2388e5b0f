import { startChild } from '../startChild.ts';
import type { ShowContender } from './contenders.ts';
import type { ServerSettings } from './servers/serverSettings.ts';

export interface RunningServer {
  readonly contender: ShowContender;
  /** Of the image. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts the contender's server as a separate process and waits for its address. */
export async function startServer(
  contender: ShowContender,
  settings: ServerSettings,
): Promise<RunningServer> {
  const program = new URL(`./servers/${contender.server}.ts`, import.meta.url);
  const { next, stop } = startChild(contender.name, program, settings);

  return { contender, address: await next<string>(), stop };
}
