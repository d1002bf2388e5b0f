import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startCommand } from '../../../src/testing/runCommand.ts';

/** `rowhouse serve` or `rowhouse work`, as an operator runs it. */
export interface ServiceProcess {
  readonly name: string;
  /** Everything printed so far, including the log. */
  output(): string;
  /** Current memory in megabytes; null if unknown. */
  memory(): Promise<number | null>;
  hasEnded(): boolean;
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code, or null if the process had to be killed. */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** The output that shows that it is ready. */
  readonly ready: string;
}

const startMilliseconds = 100_000;
const stopMilliseconds = 25_000;

export async function startServiceProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const { name, args, environment, folder, ready } = options;
  const child = startCommand(environment, { args, folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  let hasEnded = false;
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;

    return code as number | null;
  });
  const until = performance.now() + startMilliseconds;
  while (!output.includes(ready)) {
    if (hasEnded || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start:\n${output.slice(-2_000)}`);
    }
    await wait(20);
  }

  return {
    name,
    output: () => output,
    memory: async () => {
      const text = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const found = /^VmRSS:\s+(\d+) kB/m.exec(text)?.[1];

      return found === undefined ? null : Math.round(Number(found) / 1024);
    },
    hasEnded: () => hasEnded,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
      const code = await ended;
      clearTimeout(late);

      return code;
    },
  };
}
