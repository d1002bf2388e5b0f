import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(() => service?.destroy());

type Json = Readonly<Record<string, unknown>>;

it('describes the routes of views as before', async () => {
  const { body } = await service.call('/api/openapi.json', { headers });
  const { paths = {}, components } = body as Record<string, Json>;
  const described = Object.entries(paths).filter(([path]) => path.startsWith('/api/views'));

  await expect(
    `${JSON.stringify(resolved(Object.fromEntries(described), { components }), null, 1)}\n`,
  ).toMatchFileSnapshot('openApi.golden.txt');
});

/** Without references and the schemas of errors, and with the names of objects in order. */
function resolved(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolved(entry, document));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const part = String(value.$ref)
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, name) => (inner as Json)[name], document);

    return resolved(part, document);
  }

  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'application/problem+json')
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, resolved(member, document)]),
  );
}

const view = { table: 'orders', name: 'x', state: {} };
const long = 'x'.repeat(201);
/** Requests with something wrong in every member. */
const requests: readonly (readonly [method: 'PATCH' | 'POST' | 'PUT', path: string, body: unknown])[] = [
  ...[
    ['x'],
    {},
    { table: '', name: '', state: [] },
    { table: long, name: long, state: 'x' },
    { table: 5, name: {}, state: null },
    { ...view, sharedWith: 'all' },
    { ...view, sharedWith: [0] },
    { ...view, sharedWith: ['x', 1.5] },
    { ...view, sharedWith: Array(101).fill(1) },
    { ...view, sharedWith: null },
    { ...view, owner: 1 },
    { ...view, state: { widht: {}, length: '25' } },
  ].map((body) => ['POST', '', body] as const),
  ...[
    ['x'],
    { name: '', state: 5, sharedWith: [-1], revision: 0 },
    { name: long, state: [], sharedWith: {}, revision: 1.5 },
    { name: null, revision: 'x', owner: 1 },
    { revision: 2_147_483_648 },
  ].map((body) => ['PATCH', '/none', body] as const),
  ...[['x'], { name: '' }, { name: long }, { name: 5, table: 'x' }].map(
    (body) => ['POST', '/none/copy', body] as const,
  ),
  ...[
    {},
    { table: '', view: long, for: 'us', role: 0 },
    { table: 'orders', view: 5, for: null, role: 'x' },
    { table: 'orders', view: null, for: 'me', role: 1.5, more: 1 },
  ].map((body) => ['PUT', '/default', body] as const),
  ['PUT', `/${long}/pin`, {}],
];

it('refuses invalid requests in the same words as before', async () => {
  const lines: string[] = [];
  for (const [method, path, body] of requests) {
    const { status, body: refusal } = await service.call(`/api/views${path}`, {
      method,
      headers,
      body,
    });
    const faults = Object.entries((refusal.errors ?? {}) as Record<string, string[]>);
    lines.push(
      `${method} ${path} ${JSON.stringify(body)}`.replaceAll(long, '(201 characters)'),
      `  ${status} ${refusal.message}`,
      ...faults.flatMap(([member, texts]) => texts.map((text) => `  ${member}: ${text}`)),
      '',
    );
  }

  await expect(lines.join('\n')).toMatchFileSnapshot('refusals.golden.txt');
});
