import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cli = fileURLToPath(new URL('../../../packages/service/src/cli.ts', import.meta.url));
const config = fileURLToPath(new URL('../../../apps/demo/rowhouse.config.ts', import.meta.url));
const args = ['--conditions=@rowhouse/source', cli];

export const email = 'costs@example.com';
const password = 'correct horse battery staple';

export interface Programs {
  readonly address: string;
  readonly web: ChildProcess;
  readonly worker: ChildProcess;
  /** Headers of a signed-in page. */
  readonly session: Record<string, string>;
  /** Headers of a program with an API key. */
  readonly key: Record<string, string>;
  stop(): Promise<void>;
}

/** The demo on a database: one process that serves, one that works, as in production. */
export async function startPrograms(databaseUrl: string, dataDir: string, orders: number): Promise<Programs> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_SECRET: randomBytes(32).toString('hex'),
    ROWHOUSE_PORT: String(port),
    ROWHOUSE_BASE_URL: address,
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_LOG_LEVEL: 'warn',
  };
  const run = async (command: readonly string[], input = '') => {
    const running = promisify(execFile)(process.execPath, [...args, ...command, '--config', config], { env });
    running.child.stdin?.end(input);

    return (await running).stdout;
  };
  await run(['migrate']);
  await run(['demo:seed', '--orders', String(orders)]);
  await run(['user:create', '--email', email, '--role', 'administrator', '--password-stdin'], password);
  const key = /x-api-key: (\S+)/.exec(await run(['api-key:create', '--email', email]))?.[1] ?? '';
  const start = (command: string) =>
    spawn(process.execPath, [...args, command, '--config', config], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const web = start('serve');
  const worker = start('work');
  const stop = async () => {
    for (const child of [web, worker]) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };

  try {
    while (!(await isReady(address))) {
      if (web.exitCode !== null) throw new Error('The service did not start; see above.');
      await delay(50);
    }
    const signedIn = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ email, password }),
    });
    if (!signedIn.ok) throw new Error(`Signing in: ${signedIn.status} ${await signedIn.text()}`);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');

    return { address, web, worker, session: { cookie, origin: address }, key: { 'x-api-key': key }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('No free port.');

  return bound.port;
}
