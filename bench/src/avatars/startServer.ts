import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ShowContender } from './contenders.ts';
import type { ServerSettings } from './servers/serverSettings.ts';

export interface RunningServer {
  readonly contender: ShowContender;
  /** Of the image. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts the contender's server as a process of its own and waits for the address that it tells. */
export async function startServer(
  contender: ShowContender,
  settings: ServerSettings,
): Promise<RunningServer> {
  const child = fork(
    fileURLToPath(new URL(`./servers/${contender.server}.ts`, import.meta.url)),
    [JSON.stringify(settings)],
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
  return { contender, address, stop };
}
