import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { type EndedCommand, runCommand, startCommand } from '../testing/runCommand.ts';

let database: TestDatabase<unknown>;
let folder: string;
let environment: Record<string, string>;
const started: ReturnType<typeof startCommand>[] = [];
beforeAll(async () => {
  database = await createTestDatabase('postgres');
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-first-'));
  environment = {
    DATABASE_URL: database.url ?? '',
    ROWHOUSE_DATA_DIR: join(folder, 'data'),
    ROWHOUSE_PORT: '0',
  };
});
afterAll(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the service; returns its output when it runs. */
async function serve() {
  const child = startCommand(environment, { args: ['serve'], folder });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 150_000 }).toContain('Ctrl+C');
  const found = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';

  return { output, found, address: found(/Open +(\S+)/) };
}

async function signIn(address: string, email: string, password: string): Promise<number> {
  const { status } = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

  return status;
}

/** Runs a command as it was printed. */
function typed(command: string): Promise<EndedCommand> {
  const [, args = ''] = /^node --conditions=@rowhouse\/source \S+cli\.ts (.+)$/.exec(command) ?? [];

  return runCommand(environment, { args: args.split(' '), folder }).ended;
}

let first: Awaited<ReturnType<typeof serve>>;

it('detects a port in use before anything is created; the next start shows the password', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const refused = await runCommand({ ...environment, ROWHOUSE_PORT: `${port}` }, { args: ['serve'], folder })
    .ended;
  other.close();
  expect(refused).toMatchObject({
    status: 1,
    errors: expect.stringMatching(
      /^\nPort \d+ on 127\.0\.0\.1 is in use.*ROWHOUSE_PORT=\d+ node .+cli\.ts serve\n\n$/,
    ),
  });
  expect(await database.db.introspection.getTables()).toEqual([]);

  first = await serve();
  expect(await signIn(first.address, 'admin@example.com', first.found(/with password (\w+)/))).toBe(200);
});

it('prints commands that work at a later start: for another password and a user with permissions', async () => {
  const old = first.found(/with password (\w+)/);
  const { output, found, address } = await serve();
  expect(output).not.toContain(old);

  // Other roles have no permissions yet.
  const create = found(/New user +(.+)/);
  const [changed, created, without] = await Promise.all([
    typed(found(/another password: (.+)/)),
    typed(create),
    typed(create.replace('ada@', 'bob@').replace('administrator', 'user')),
  ]);
  expect(changed).toMatchObject({ status: 0, errors: '' });
  const password = /shown only once: (\w+)/.exec(changed.output)?.[1] ?? '';
  expect(await signIn(address, 'admin@example.com', old)).toBe(401);
  expect(await signIn(address, 'admin@example.com', password)).toBe(200);

  expect(created).toMatchObject({ status: 0, errors: '' });
  expect(created.output).toContain('Created ada@example.com with the role administrator.');
  expect(without.errors).toContain('The role user has no permissions yet');
});
