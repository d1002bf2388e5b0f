import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { patience } from '../../../../test/patience.ts';
import { takesMinutes } from '../../../../test/takesMinutes.ts';
import { startCommand } from '../testing/runCommand.ts';
import { startTestService, type TestService, testPassword } from '../testing/startTestService.ts';

// Starts a process after each kill.
takesMinutes(5);

/** The database and the user; the requests go to processes that are killed. */
let service: TestService;
let stop: (() => Promise<void>) | null = null;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  await seedDemo(service.database.db, { orders: 60 });
  await service.addUser('boss@example.com', 'administrator');
});
afterEach(() => stop?.());
afterAll(() => service?.destroy());

const kills = 5;
const size = 60;

interface Change {
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

/** A web process; `send` resolves with null if it was killed before it responded. */
async function serve() {
  const child = startCommand(
    {
      DATABASE_URL: service.database.url ?? '',
      ROWHOUSE_DATA_DIR: service.dataDir,
      ROWHOUSE_PORT: '0',
      ROWHOUSE_WORKERS: 'false',
    },
    { args: ['serve'], folder: service.dataDir },
  );
  const ended = once(child, 'close');
  stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await expect.poll(() => output, { timeout: 60_000 * patience }).toContain('Ctrl+C');
  const address = /Open +(\S+)/.exec(output)?.[1] ?? '';
  const signedIn = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(address).origin },
    body: JSON.stringify({ email: 'boss@example.com', password: testPassword }),
  });
  const { token } = (await signedIn.json()) as { readonly token: string };

  return {
    kill: stop,
    async send({ method, path, body }: Change): Promise<number | null> {
      try {
        const response = await fetch(`${address}${path}`, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
        await response.arrayBuffer();

        return response.status;
      } catch {
        return null;
      }
    },
  };
}

it('Records are created and changed once while processes are killed, if requests without a response are repeated', async () => {
  const { db } = service.database;
  const before = await db.selectFrom('customers').select(['id', 'name', 'company']).orderBy('id').execute();
  const creations = Array.from(
    { length: size },
    (_, n): Change => ({
      ...{ method: 'POST', path: '/api/order-lines/store' },
      body: {
        requestId: randomUUID(),
        values: { order_id: String(1 + (n % 60)), product_id: 1, quantity: 1, price: `${90_000 + n}.25` },
      },
    }),
  );
  const changes = before.slice(0, size).map(
    ({ id, name }): Change => ({
      ...{ method: 'PATCH', path: '/api/customers/update' },
      body: { row: id, values: { name: `${name}, changed` }, expected: { name } },
    }),
  );
  let open = creations.flatMap((creation, index) => [creation, changes[index] ?? []].flat());
  const statuses: number[] = [];
  let killed = 0;
  while (open.length > 0) {
    const process = await serve();
    const answers = Promise.all(open.map(async (change) => ({ change, status: await process.send(change) })));
    if (killed < kills) {
      await delay(Math.random() * 150);
      await process.kill();
      killed += 1;
    }
    const received = await answers;
    statuses.push(...received.flatMap(({ status }) => status ?? []));
    open = received.flatMap(({ change, status }) => (status === null ? change : []));
    await process.kill();
  }

  expect(killed).toBe(kills);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  const lines = await db
    .selectFrom('order_lines')
    .select('price')
    .where('price', '>=', '90000')
    .orderBy('price')
    .execute();
  expect(lines.map(({ price }) => price)).toEqual(creations.map((_, n) => `${90_000 + n}.25`));
  const after = await db.selectFrom('customers').select(['id', 'name', 'company']).orderBy('id').execute();
  expect(after).toEqual(
    before.map((customer, index) => ({
      ...customer,
      ...(index < changes.length && { name: `${customer.name}, changed` }),
    })),
  );
});
