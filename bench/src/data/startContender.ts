import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contenders/Contender.ts';

export interface RunningContender {
  contender: Contender;
  /** `http://127.0.0.1:port` */
  address: string;
  /** Milliseconds of processor time that its process has used since its start. */
  processorTime(): Promise<number>;
  stop(): Promise<void>;
}

const startTimeout = 30_000;

/**
 * Starts the contender's server as a process of its own and waits for the address that it prints.
 *
 * @throws when the process ends, or stays silent for 30 seconds.
 */
export async function startContender(
  contender: Contender,
  settings: { databaseUrl: string; poolSize: number; byMonth: boolean },
): Promise<RunningContender> {
  const file = fileURLToPath(new URL(`servers/${contender.server}`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...contender.env,
      NODE_ENV: 'production',
      BENCH_DATABASE_URL: settings.databaseUrl,
      BENCH_POOL_SIZE: String(settings.poolSize),
      BENCH_BY_MONTH: String(settings.byMonth),
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(endWithUs, 5_000);
    await ended;
    clearTimeout(force);
    process.off('exit', endWithUs);
  };

  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error(`${contender.name} does not listen.`)), startTimeout);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`${contender.name} ended with code ${code}; see above.`)));
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('listening ')) resolve(line.slice('listening '.length));
  });
  try {
    return { contender, address: await promise, processorTime: () => processorTimeOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function processorTimeOf(child: ChildProcess): Promise<number> {
  child.send('processor time');
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return (user + system) / 1000;
}
