import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastCheck from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../src/demo/seedDemo.ts';
import { uploadAvatar } from '../../src/testing/avatarRequests.ts';
import { startTestService, type TestService, testPassword } from '../../src/testing/startTestService.ts';
import { createApiKey } from '../../src/users/createApiKey.ts';
import {
  type Attack,
  attacks,
  type Operation,
  operationsOf,
  type Vocabulary,
} from './fuzzedOperations.fixture.ts';
import { type FuzzedOperation, fuzzReport, reportPath } from './fuzzReport.fixture.ts';

const seed = 20261121;
const requestsEach = 60;
/** What would take longer counts as hanging. */
const patience = 5_000;

/** What an answer must never have: where something stands on the disk, how the database was asked, what is secret. */
const leaks = [
  /node_modules|\.ts:\d|\n\s+at \S/,
  /relation "|column "|syntax error at|violates|invalid byte sequence|invalid input syntax/i,
  /\binsert into\b|\bselect .+ from\b|\bwhere "/i,
  /kysely|postgres|ECONN|ENOENT|EACCES/i,
];

let service: TestService;
let agent: Agent;
let key: string;
beforeAll(async () => {
  service = await startTestService({
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_SIGN_UP: 'true',
    ROWHOUSE_LANGUAGES: 'en,de',
    // Nothing works on the jobs here.
    ROWHOUSE_EXPORTS_OPEN_PER_USER: '10000',
  });
  const { db } = service.database;
  await seedDemo(db, { orders: 200 });
  for (const name of ['user1', 'fuzz']) await service.addUser(`${name}@example.com`, 'administrator');
  key = await createApiKey(db, service.auth, { email: 'fuzz@example.com', name: 'fuzz' });
  await uploadAvatar(service, { 'x-api-key': key });
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
});
afterAll(async () => {
  agent?.destroy();
  await service?.destroy();
});

it('Hostile values in every place of every operation are refused with a problem, or put up with', {
  timeout: 180_000,
}, async () => {
  const { body: description } = await service.call('/api/openapi.json');
  // Jobs are there once tables have been exported.
  const operations = operationsOf(description).sort((a, b) => Number(isOfJob(a)) - Number(isOfJob(b)));
  const words = await vocabulary();
  const findings: string[] = [];
  const report: FuzzedOperation[] = [];
  for (const [index, operation] of operations.entries()) {
    const found = fastCheck.sample(attacks(operation, words), { seed: seed + index, numRuns: requestsEach });
    const statuses: number[] = [];
    const headers = await credentials(operation);
    for (const attack of found) {
      const { status, faults } = await send(operation, attack, headers);
      statuses.push(status);
      findings.push(
        ...faults.map(
          (fault) =>
            `${operation.method} ${attack.path.slice(0, 300)} ${attack.body?.slice(0, 300) ?? ''}: ${fault}`,
        ),
      );
    }
    report.push({ method: operation.method, path: operation.path, statuses });
  }
  expect(findings).toEqual([]);
  expect(operations.length).toBeGreaterThan(70);
  await expectWorking();
  await expect(fuzzReport(report, seed)).toMatchFileSnapshot(`../../../../${reportPath}`);
});

function isOfJob({ path }: Operation): boolean {
  return /^\/api\/(exports|actions)\//.test(path);
}

/** An administrator by a key, which nothing ends. What wants a session gets one, of somebody whose password may change. */
async function credentials({ method, path }: Operation): Promise<Record<string, string>> {
  if (!/^\/api\/(auth|core\/impersonation)/.test(path)) return { 'x-api-key': key };
  const email = `${method}${path.replaceAll(/\W/g, '-')}@example.com`.toLowerCase();
  await service.addUser(email, 'administrator');

  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

async function send(operation: Operation, { path, headers, body }: Attack, who: Record<string, string>) {
  // Otherwise most of what signs in would only be told to wait.
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
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ ...options, signal: AbortSignal.timeout(patience) }, resolve);
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
    const status = answer.statusCode ?? 0;
    // A stream has no end, and its head is all that a request has influence on.
    if (status === 200 && /event-stream/.test(answer.headers['content-type'] ?? '')) {
      answer.destroy();

      return { status, faults: [] };
    }

    return { status, faults: faultsOf(status, answer, await textOf(answer)) };
  } catch (error) {
    return { status: 0, faults: [`no answer: ${(error as Error).message}`] };
  }
}

/** Some of the hostile headers happen to accept a compressed response. */
async function textOf(answer: IncomingMessage): Promise<string> {
  const body = await buffer(answer);
  const encoding = answer.headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(body).toString();

  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

function faultsOf(status: number, { headers }: IncomingMessage, content: string): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}: ${content.slice(0, 300)}`);
  for (const leak of leaks) {
    const found = status >= 400 ? leak.exec(content) : null;
    if (found !== null) faults.push(`leaks "${found[0]}": ${content.slice(0, 300)}`);
  }
  if (content.includes(key) || content.includes(service.dataDir)) faults.push('leaks a secret or a folder');
  if (headers['set-cookie']?.some((cookie) => cookie.startsWith('x=')) === true)
    faults.push('a header was made');
  if (status < 400) return faults;
  if (!/^application\/problem\+json/.test(headers['content-type'] ?? '')) {
    faults.push(`status ${status} is no problem document: ${content.slice(0, 200)}`);
  } else if (!isProblem(content, status))
    faults.push(`not a whole problem document: ${content.slice(0, 200)}`);
  if (content.length > 50_000)
    faults.push(`an answer of ${content.length} characters to a request that was refused`);

  return faults;
}

function isProblem(content: string, status: number): boolean {
  const problem: Record<string, unknown> = JSON.parse(content);
  const texts = ['type', 'title', 'detail', 'instance', 'message'].map((name) => problem[name]);

  return problem.status === status && texts.every((value) => typeof value === 'string' && value !== '');
}

/** Ids that are there and ones that are not, and the columns of all tables. */
async function vocabulary(): Promise<Vocabulary> {
  const columns: string[] = [];
  for (const path of ['orders/init', 'users/init', 'cities/init', 'system/apiLogs/initTable']) {
    const { body } = await service.call(`/api/${path}`, { headers: { 'x-api-key': key } });
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
    ids: ['1', '2', '3', '14', '15', '999999999', 'users.init', number],
    columns: [...columns, 'orders.total', 'users.id'],
    password: testPassword,
  };
}

/** Afterwards: rows are read, somebody signs in, and nobody has become what he was not. */
async function expectWorking(): Promise<void> {
  await service.database.db.deleteFrom('sign_in_attempts').execute();
  const rows = await service.call('/api/cities/tableData', { headers: { 'x-api-key': key } });
  expect(rows.status).toBe(200);
  expect((await service.call('/ready')).status).toBe(200);
  await service.addUser('after@example.com');
  const { token } = await service.signIn('after@example.com');
  const me = await service.call('/api/core/me', { headers: { authorization: `Bearer ${token}` } });
  expect(me.body.user).toMatchObject({ isActive: true, role: { name: 'user', isAdministrator: false } });
  expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined();
}
