import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { minutes } from '../../../../test/patience.ts';
import { createApiKey } from '../../src/modules/users/apiKeys/apiKeys.ts';
import { uploadAvatar } from '../../src/testing/avatarRequests.ts';
import {
  type ReceivedResponse,
  startTestService,
  type TestService,
} from '../../src/testing/startTestService.ts';
import { blackPng, svg } from './damagedImages.fixture.ts';
import { needsSession, operationsOf } from './fuzzedOperations.fixture.ts';
import { atLimit, type LimitedField, limitedFields } from './limitedFields.fixture.ts';

/** A limit, and a request of that size. */
interface Limit {
  readonly what: string;
  readonly limit: number;
  readonly send: (size: number) => Promise<ReceivedResponse>;
  /** Status above the limit. Defaults to 422. */
  readonly status?: number;
  /** Text in the refusal. Defaults to the limit. */
  readonly says?: string;
}

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  const { db } = service.database;
  await seedDemo(db, { orders: 200 });
  await service.addUser('ann@example.com', 'administrator');
  headers = {
    'x-api-key': await createApiKey(db, { email: 'ann@example.com', name: 'limits' }),
  };
});
afterAll(() => service?.destroy());

const orders = (body: unknown) => service.call('/api/orders/tableData', { method: 'POST', headers, body });
const search = (text: string) => orders({ meta: { search: text } });
const filters = (...lists: readonly (readonly unknown[])[]) =>
  orders({ internalFilters: lists.map((value) => ({ data: 'orders.items', value })) });
const numbers = (size: number, from = 0) => Array.from({ length: size }, (_, n) => from + n);
const query = (text: string) => service.call(`/api/orders/tableData?${text}`, { headers });
/** Nested lists. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('Table requests', () => {
  it.each<Limit>([
    { what: 'characters of a search', limit: 200, send: (size) => search('x'.repeat(size)) },
    { what: 'words of a search', limit: 20, send: (size) => search(numbers(size, 100).join(' ')) },
    {
      what: 'characters of a text filter',
      limit: 200,
      send: (size) =>
        orders({ internalFilters: [{ data: 'orders.number', type: 'string', value: 'x'.repeat(size) }] }),
    },
    { what: 'filters', limit: 100, send: (size) => filters(...numbers(size).map(() => [1])) },
    { what: 'values of a filter', limit: 1000, send: (size) => filters(numbers(size)) },
    {
      what: 'values of all filters',
      limit: 5000,
      send: (size) =>
        filters(...numbers(Math.ceil(size / 1000)).map((n) => numbers(Math.min(1000, size - n * 1000)))),
    },
    {
      what: 'days of a filter',
      limit: 100,
      send: (size) => {
        const value = numbers(size).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));

        return orders({ internalFilters: [{ data: 'orders.placed_at', value }] });
      },
    },
    { what: 'rows before the page', limit: 2 ** 31 - 1, send: (size) => orders({ meta: { start: size } }) },
    { what: 'rows of a page', limit: 30, send: (size) => orders({ meta: { length: size } }) },
    {
      what: 'names in params',
      limit: 100,
      send: (size) => orders({ params: Object.fromEntries(numbers(size).map((n) => [`a${n}`, 1])) }),
    },
    { what: 'list entries in params', limit: 1000, send: (size) => orders({ params: { a: numbers(size) } }) },
    { what: 'levels of params', limit: 5, send: (size) => orders({ params: { a: nested(size) } }) },
    {
      what: 'parameters of a query',
      limit: 5000,
      status: 400,
      send: (size) =>
        query(
          numbers(size)
            .map((n) => 'abcdef'[Math.floor(n / 1000)])
            .join('&'),
        ),
    },
    {
      what: 'list entries in a query',
      limit: 1000,
      status: 400,
      send: (size) => query('params[a][]=1&'.repeat(size).slice(0, -1)),
    },
    {
      what: 'levels of brackets in a query',
      limit: 8,
      status: 400,
      send: (size) => query(`other${'[a]'.repeat(size)}=1`),
    },
    {
      what: 'open exports of a user',
      limit: 20,
      status: 429,
      send: async (size) => {
        let last = await orderExport(0);
        for (let n = 1; n < size; n++) last = await orderExport(n);

        return last;
      },
    },
  ])('are served with the maximum of $what, and refused by the limit with one more', expectLimit);

  function orderExport(n: number): Promise<ReceivedResponse> {
    const body = { meta: { search: `${n}` } };

    return service.call('/api/orders/exportExcel', { method: 'POST', headers, body });
  }
});

describe('Bodies', () => {
  it.each<Limit>([
    {
      what: 'bytes',
      limit: 1_048_576,
      status: 413,
      send: (size) => orders(`{"meta":{}}${' '.repeat(size - 11)}`),
    },
    // The body itself is the first level.
    { what: 'levels', limit: 50, send: (size) => orders({ meta: {}, other: nested(size - 1) }) },
  ])('are read with the maximum of $what, and refused by the limit with one more', expectLimit);
});

describe('Uploads', () => {
  const png = blackPng(8, 8);
  const upload = (image: Buffer) => uploadAvatar(service, headers, { image }) as Promise<ReceivedResponse>;
  it.each<Limit>([
    {
      what: 'bytes',
      limit: 5_242_880,
      status: 413,
      send: (size) => upload(Buffer.concat([png, Buffer.alloc(size - png.length)])),
    },
    {
      what: 'pixels of a side, of 40,000,000 in all,',
      limit: 6324,
      says: '40000000',
      send: (size) => upload(blackPng(size, size)),
    },
    {
      what: 'elements of a drawing',
      limit: 10_000,
      send: (size) => upload(svg('<g/>'.repeat(size - 1))),
    },
    {
      what: 'levels of a drawing',
      limit: 100,
      send: (size) => upload(svg('<g>'.repeat(size - 1) + '</g>'.repeat(size - 1))),
    },
    {
      what: 'attributes of an element',
      limit: 250,
      send: (size) =>
        upload(
          svg(
            `<g${numbers(size)
              .map((n) => ` a${n}=""`)
              .join('')}/>`,
          ),
        ),
    },
    {
      what: 'namespaces of a drawing',
      limit: 50,
      send: (size) =>
        upload(
          svg(
            '',
            numbers(size - 1)
              .map((n) => ` xmlns:a${n}="urn:a"`)
              .join(''),
          ),
        ),
    },
  ])('are drawn with the maximum of $what, and refused by the limit with one more', expectLimit);
});

it('accepts the maximum of the schema in the fields of all operations, and no more', {
  timeout: minutes(5),
}, async () => {
  const { body } = await service.call('/api/openapi.json', { headers });
  const fields = operationsOf(body).flatMap(limitedFields);
  expect(fields.length).toBeGreaterThan(40);
  const findings: string[] = [];
  for (const field of fields) {
    // Where rows can be selected; other tables refuse any list, and an action first misses `meta`.
    if (/^(only|except)$/.test(field.name) && !/^\/api\/orders\/(tableData|exportExcel)$/.test(field.path)) {
      continue;
    }
    for (const more of [0, 1]) {
      const { status, faults, message } = await send(field, more);
      const isNamed = faults.some((fault) => limitIn(fault) === field.limit);
      const isRight = more === 0 ? status < 500 && !isNamed : status === 422 && isNamed;
      if (!isRight) findings.push(`${describeField(field)} + ${more}: ${status} ${message}`);
    }
  }
  expect(findings).toEqual([]);
});

const limitIn = (fault: string) =>
  Number(/(?:at most (\d+)|be (\d+) or less)/.exec(fault)?.slice(1).join(''));

const describeField = ({ method, path, name, limit }: LimitedField) => `${method} ${path} ${name} ${limit}`;

async function send(field: LimitedField, more: number) {
  // Otherwise most sign-ins would be refused by the limit.
  await service.database.db.deleteFrom('sign_in_attempts').execute();
  const { path, body } = atLimit(field, more);
  // A separate session if the request may end it.
  const credentials = needsSession.test(path)
    ? { authorization: `Bearer ${(await service.signIn('ann@example.com')).token}` }
    : headers;
  const options = { method: field.method, headers: credentials, ...(body !== null && { body }) };
  const { status, body: problem } = await service.call(path, options);
  const { errors = {}, message } = problem as { errors?: Record<string, string[]>; message?: string };
  const faults = Object.entries(errors).flatMap(([name, texts]) =>
    name.startsWith(field.name) ? texts : [],
  );

  return { status, faults, message };
}

async function expectLimit({
  limit,
  send: sendSized,
  status = 422,
  says = `${limit}`,
}: Limit): Promise<void> {
  const largest = await sendSized(limit);
  expect(largest.text.slice(0, 300)).not.toContain('"errors"');
  expect([200, 202]).toContain(largest.status);
  const refused = await sendSized(limit + 1);
  expect(refused.status).toBe(status);
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(JSON.stringify([refused.body.message, refused.body.errors])).toContain(says);
}
