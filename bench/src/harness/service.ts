import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/packages/freePort.ts';

const cli = fileURLToPath(new URL('../../../packages/service/src/cli.ts', import.meta.url));

/** Of all services that this process starts. */
const ROWHOUSE_SECRET = randomBytes(32).toString('hex');

/** Starts a command of the service, as in production; what it prints is kept for messages. */
export function startCommand(args: readonly string[], variables: NodeJS.ProcessEnv, cwd = process.cwd()) {
  const child = spawn(process.execPath, ['--conditions=@rowhouse/source', cli, ...args], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ROWHOUSE_LOG_LEVEL: 'warn',
      ROWHOUSE_SECRET,
      ...variables,
    },
  });
  const exited = once(child, 'exit');
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (printed += String(text)));

  return {
    process: child,
    printed: () => printed,
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Runs a command to its end; returns what it printed. */
export async function runCommand(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  input = '',
): Promise<string> {
  const { process: child, printed, exited } = startCommand(args, variables);
  child.stdin.end(input);
  const [code] = await exited;
  if (code !== 0) throw new Error(`${args[0]} ended with status ${code}.\n${printed()}`);

  return printed();
}

/** Starts `serve`, and waits until `/ready` responds 200. */
export async function startService(args: readonly string[], variables: NodeJS.ProcessEnv, cwd?: string) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const own = { ROWHOUSE_PORT: String(port), ROWHOUSE_BASE_URL: address };
  const command = startCommand(['serve', ...args], { ...variables, ...own }, cwd);
  while (!(await isReady(address))) {
    if (command.process.exitCode !== null)
      throw new Error(`The service did not start.\n${command.printed()}`);
    await delay(10);
  }

  return { ...command, address };
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
