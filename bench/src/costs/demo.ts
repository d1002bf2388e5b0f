import { fileURLToPath } from 'node:url';
import { runCommand, startCommand, startService } from '../harness/service.ts';

const config = ['--config', fileURLToPath(new URL('../../../apps/demo/rowhouse.config.ts', import.meta.url))];
const email = 'costs@example.com';
const password = 'correct horse battery staple';

export interface Demo extends AsyncDisposable {
  readonly address: string;
  /** Ids of the processes that serve and work. */
  readonly web: number;
  readonly worker: number;
  /** Headers of a signed-in page. */
  readonly session: Record<string, string>;
  /** Headers of a program with an API key. */
  readonly key: Record<string, string>;
}

/** The demo on a database: one process that serves, one that works, as in production. */
export async function startDemo(databaseUrl: string, dataDir: string, orders: number): Promise<Demo> {
  const variables = {
    DATABASE_URL: databaseUrl,
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_WORKERS: 'false',
  };
  const run = (args: readonly string[], input?: string) => runCommand([...args, ...config], variables, input);
  await run(['migrate']);
  await run(['demo:seed', '--orders', String(orders)]);
  await run(['user:create', '--email', email, '--role', 'administrator', '--password-stdin'], password);
  const key = /x-api-key: (\S+)/.exec(await run(['api-key:create', '--email', email]))?.[1] ?? '';
  await using started = new AsyncDisposableStack();
  const web = started.use(await startService(config, variables));
  const worker = started.use(startCommand(['work', ...config], variables));
  const cookie = await signIn(web.address);
  const running = started.move();

  return {
    address: web.address,
    web: web.process.pid ?? 0,
    worker: worker.process.pid ?? 0,
    session: { cookie, origin: web.address },
    key: { 'x-api-key': key },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Signing in: ${response.status} ${await response.text()}`);

  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
