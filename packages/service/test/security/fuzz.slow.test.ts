import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import fastCheck from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { minutes, patience } from '../../../../test/patience.ts';
import { createApiKey } from '../../src/modules/users/apiKeys/apiKeys.ts';
import { uploadAvatar } from '../../src/testing/avatarRequests.ts';
import { startTestService, type TestService, testPassword } from '../../src/testing/startTestService.ts';
import {
  type Attack,
  attacks,
  needsSession,
  type Operation,
  operationsOf,
  type Vocabulary,
} from './fuzzedOperations.fixture.ts';
import { type FuzzedOperation, fuzzReport } from './fuzzReport.fixture.ts';
import { responseFaults } from './responseFaults.fixture.ts';

const seed = 20261121;
/** Caller → number of requests per operation. */
const callers = { administrator: 50, user: 20, visitor: 10 } as const;
type CallerName = keyof typeof callers;
/** A slower response is a finding. */
const longest = 5_000 * patience;

let service: TestService;
let agent: Agent;
let keys: Readonly<Record<'administrator' | 'user', string>>;
/** API keys that no caller uses, and their owner. */
let spareKeys: readonly number[];
let keeper: number;
beforeAll(async () => {
  service = await startTestService({
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_SIGN_UP: 'true',
    ROWHOUSE_LANGUAGES: 'en,de',
    // No worker runs the jobs here.
    ROWHOUSE_EXPORTS_OPEN_PER_USER: '10000',
  });
  const { db } = service.database;
  await seedDemo(db, { orders: 200 });
  await service.addUser('user1@example.com', 'administrator');
  const keyOf = async (role: 'administrator' | 'user') => {
    const email = `fuzz-${role}@example.com`;
    await service.addUser(email, role);

    return createApiKey(db, { email, name: 'fuzz' });
  };
  // Created first, so that the sent ids are never those of a caller's key.
  keeper = await service.addUser('keeper@example.com');
  for (let n = 0; n < 40; n++) {
    await createApiKey(db, { email: 'keeper@example.com', name: `spare ${n}` });
  }
  spareKeys = (await db.selectFrom('api_keys').select('id').orderBy('id').execute()).map(({ id }) => id);
  keys = { administrator: await keyOf('administrator'), user: await keyOf('user') };
  await uploadAvatar(service, { 'x-api-key': keys.administrator });
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
});
afterAll(async () => {
  agent?.destroy();
  await service?.destroy();
});

it('refuses hostile values in every field of every operation with a problem, or tolerates them', {
  timeout: minutes(5),
}, async () => {
  const { body: description } = await service.call('/api/openapi.json', {
    headers: { 'x-api-key': keys.administrator },
  });
  // Exports of tables create the jobs.
  const operations = operationsOf(description).sort((a, b) => Number(isOfJob(a)) - Number(isOfJob(b)));
  const words = await vocabulary();
  const findings: string[] = [];
  const report: FuzzedOperation[] = [];
  for (const [index, operation] of operations.entries()) {
    for (const [turn, [caller, numRuns]] of Object.entries(callers).entries()) {
      const found = fastCheck.sample(attacks(operation, words), {
        // The administrator keeps the previous value.
        seed: seed + index + turn * 1000,
        numRuns,
      });
      const statuses: number[] = [];
      const headers = await credentials(operation, caller as CallerName);
      for (const attack of found) {
        const { status, faults } = await send(operation, attack, headers);
        statuses.push(status);
        const { method } = operation;
        const [path, body] = [attack.path.slice(0, 300), String(attack.body ?? '').slice(0, 300)];
        findings.push(
          ...faults.map(
            (fault) => `${caller}: ${method} ${path} ${JSON.stringify(attack.headers)} ${body}: ${fault}`,
          ),
        );
      }
      report.push({ method: operation.method, path: operation.path, caller, statuses });
    }
  }
  expect(findings).toEqual([]);
  expect(operations.length).toBeGreaterThan(70);
  // Some requests got this far.
  const left = await service.database.db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', spareKeys)
    .execute();
  expect(left.length).toBeLessThan(spareKeys.length);
  await expectWorking();
  const reports = join(import.meta.dirname, '../../../../test-output/reports');
  await mkdir(reports, { recursive: true });
  await writeFile(join(reports, 'fuzz.md'), fuzzReport(report, seed));
});

function isOfJob({ path }: Operation): boolean {
  return /^\/api\/(exports|actions)\//.test(path);
}

/** Uses an API key, which no request can end. Operations that require a session get one of a user whose password may change. */
async function credentials({ method, path }: Operation, caller: CallerName): Promise<Record<string, string>> {
  if (caller === 'visitor') return {};
  if (!needsSession.test(path)) return { 'x-api-key': keys[caller] };
  const email = `${caller}-${method}${path.replaceAll(/\W/g, '-')}@example.com`.toLowerCase();
  const id = await service.addUser(email, caller);
  // Own sessions, some of which exist until they are revoked.
  const owner = path.includes('{user}') ? keeper : id;
  await sql`update api_keys set reference_id = ${String(owner)} where id = any(${spareKeys.slice(0, 20)})`.execute(
    service.database.db,
  );

  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

async function send(operation: Operation, { path, headers, body }: Attack, who: Record<string, string>) {
  // Otherwise most sign-ins would be refused by the limit.
  if (path.startsWith('/api/auth/')) await service.database.db.deleteFrom('sign_in_attempts').execute();
  const { hostname, port } = new URL(service.address);
  const length = body === null ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  const options = {
    hostname,
    port,
    agent,
    path,
    method: operation.method,
    headers: { ...headers, ...who, ...length },
  };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ ...options, signal: AbortSignal.timeout(longest) }, resolve);
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
    const status = response.statusCode ?? 0;
    // A stream does not end, and a request influences its head only.
    if (status === 200 && /event-stream/.test(response.headers['content-type'] ?? '')) {
      response.destroy();

      return { status, faults: [] };
    }

    return { status, faults: await responseFaults(response, [...Object.values(keys), service.dataDir]) };
  } catch (error) {
    return { status: 0, faults: [`no response: ${(error as Error).message}`] };
  }
}

/** Existing and unknown ids, and the columns of all tables. */
async function vocabulary(): Promise<Vocabulary> {
  const columns: string[] = [];
  for (const path of ['orders/init', 'users/init', 'cities/init', 'system/apiLogs/initTable']) {
    const { body } = await service.call(`/api/${path}`, { headers: { 'x-api-key': keys.administrator } });
    const { template } = body as { template: { columns: readonly { name: string }[] } };
    columns.push(...template.columns.map(({ name }) => name));
  }

  const { number } = await service.database.db
    .selectFrom('orders')
    .select('number')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

  return {
    views: await Promise.all(Array.from({ length: 40 }, (_, number) => saveView(`View ${number}`))),
    ids: ['1', '2', '3', '14', '15', '999999999', 'users.init', `${keeper}`, number],
    columns: [...columns, 'orders.total', 'users.id'],
    permissions: (await service.database.db.selectFrom('permissions').select('name').execute()).map(
      ({ name }) => name,
    ),
    keys: spareKeys.slice(0, 20).map(String),
    password: testPassword,
  };
}

/** Saves a view of the administrator and returns its id. */
async function saveView(name: string): Promise<string> {
  const { body } = await service.call('/api/views', {
    method: 'POST',
    headers: { 'x-api-key': keys.administrator },
    body: { table: 'orders', name, state: {}, sharedWith: 'everyone' },
  });

  return String(body.id);
}

/** Afterwards, rows can be read, users can sign in, and no user has gained permissions. */
async function expectWorking(): Promise<void> {
  await service.database.db.deleteFrom('sign_in_attempts').execute();
  const rows = await service.call('/api/cities/tableData', { headers: { 'x-api-key': keys.administrator } });
  expect(rows.status).toBe(200);
  expect((await service.call('/ready')).status).toBe(200);
  await service.addUser('after@example.com');
  const { token } = await service.signIn('after@example.com');
  const me = await service.call('/api/core/me', { headers: { authorization: `Bearer ${token}` } });
  expect(me.body.user).toMatchObject({ isActive: true, role: { name: 'user', isAdministrator: false } });
  expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined();
}
