import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { Action, type AnyEndpoint, createClient, type Endpoint, Resource } from '../src/index.ts';
import { recorder, sends, startServer } from './support.ts';

const server = await startServer();
server.respondsWith(sends(200));
const folder = await mkdtemp(join(tmpdir(), 'rowhouse-requests-'));
const seen = recorder();
const client = createClient(seen.options);

afterAll(async () => {
  await client.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const post = (body: unknown, capabilities: Partial<AnyEndpoint> = {}): AnyEndpoint =>
  ({ method: () => 'POST', url: () => `${server.base}/`, body: () => body, ...capabilities }) as AnyEndpoint;

/** What arrives. */
async function sent(endpoint: AnyEndpoint) {
  server.received.length = 0;
  await new Action(endpoint, client).handle();
  return server.received[0]!;
}

const refusal = (endpoint: AnyEndpoint): Promise<Error & { code?: string }> =>
  new Action(endpoint, client).handle().then(
    () => Promise.reject(new Error('It was sent.')),
    (error) => error,
  );

const closed = (stream: Readable) => new Promise((resolve) => stream.once('close', resolve));

describe('a body', () => {
  test('is sent as JSON', async () => {
    const at = new Date('2026-01-02T03:04:05Z');
    const { headers, body } = await sent(post({ name: 'Zoë', at, tags: ['a', null], gone: undefined }));

    expect(headers['content-type']).toBe('application/json');
    expect(body).toBe('{"name":"Zoë","at":"2026-01-02T03:04:05.000Z","tags":["a",null]}');
  });

  test.each<[string, unknown, string, string]>([
    ['text', 'a=b', 'text/plain; charset=utf-8', 'a=b'],
    ['bytes', new TextEncoder().encode('bytes'), 'application/octet-stream', 'bytes'],
    ['a stream', Readable.from(['a', 'b']), 'application/octet-stream', 'ab'],
    ['a web stream', new Blob(['web']).stream(), 'application/octet-stream', 'web'],
    ['URLSearchParams', new URLSearchParams({ a: '1 2' }), 'application/x-www-form-urlencoded', 'a=1+2'],
  ])('sends %s unchanged', async (_, given, type, expected) => {
    const { headers, body } = await sent(post(given));
    expect([headers['content-type'], body]).toEqual([type, expected]);
  });

  test('reports an error for a stream that fails before it is read', async () => {
    const body = createReadStream(join(folder, 'gone'));
    const error = await refusal(post(body, { headers: () => closed(body).then(() => ({})) }));

    expect(error.message).toContain('ENOENT');
  });

  test('is not sent if empty', async () => {
    const { headers, body } = await sent(post(null));
    expect([headers['content-type'], body]).toEqual([undefined, '']);
  });

  test.each(['GET', 'HEAD'] as const)(
    'is sent in the query with %s, merged with the parameters',
    async (method) => {
      const body = { tags: ['a', 'b'], page: 2, from: { city: 'Cluj' }, none: null };
      const request = await sent({
        ...post(body, { parameters: () => ({ page: 1, sort: 'name' }) }),
        method: () => method,
      });

      expect(request.url).toBe('/?page=2&sort=name&tags=a&tags=b&from%5Bcity%5D=Cluj');
      expect([request.headers['content-type'], request.headers['content-length'], request.body]).toEqual([
        undefined,
        undefined,
        '',
      ]);
      expect(seen.records.at(-1)?.payload.request.body).toEqual(body);
    },
  );

  test('is sent in the query with GET as URLSearchParams, too, with its secrets masked', async () => {
    const query = new URLSearchParams('city=Cluj&token=a-long-secret');
    const { url } = await sent({ ...post(query), method: () => 'GET' });

    expect(url).toBe('/?city=Cluj&token=a-long-secret');
    expect(seen.records.at(-1)?.url).toMatch(/\/\?city=Cluj&token=\*\*\*$/);
    expect(JSON.stringify(seen.records.at(-1)?.payload)).not.toContain('a-long-secret');
  });

  test.each([
    ['bytes', Buffer.from('a')],
    ['a stream', Readable.from(['a'])],
    ['text', 'city=Cluj'],
    ['a list', [1]],
    ['a form', new FormData()],
  ])('refuses %s with GET', async (_, body) => {
    const error = await refusal({ ...post(body), method: () => 'GET' });

    expect(error).toMatchObject({ code: 'integrations.invalid_endpoint' });
    expect(error.message).toMatch(/\.body\(\): .+ GET sends its body as a query/);
    expect(seen.records.at(-1)?.url).toBe(`${server.base}/`);
  });

  test.each(['PUT', 'PATCH', 'DELETE'] as const)(
    'treats an empty object as no body with %s',
    async (method) => {
      const none = await sent({ ...post({}), method: () => method });
      const list = await sent({ ...post([]), method: () => method });
      const form = await sent({ ...post({}, { asForm: () => true as const }), method: () => method });

      expect([none.headers['content-type'], none.body]).toEqual([undefined, '']);
      expect([list.headers['content-type'], list.body]).toEqual(['application/json', '[]']);
      expect(form.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect((await sent(post({}))).body).toBe('{}');
    },
  );

  test('may have a content type of its own', async () => {
    const { headers } = await sent(
      post({}, { headers: () => ({ 'Content-Type': 'application/vnd.api+json' }) }),
    );
    expect(headers['content-type']).toBe('application/vnd.api+json');
  });

  const cycle: Record<string, unknown> = { a: { b: [] } };
  (cycle.a as { b: unknown[] }).b.push(cycle);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];

  test.each<[string, unknown, string]>([
    ['that contains itself', cycle, 'a.b[0] contains itself'],
    ['with a bigint', { order: { id: 1n } }, 'order.id is a bigint'],
    ['with a Buffer', { file: Buffer.from('x') }, 'file contains bytes'],
    ['with a Map', [new Map()], '[0] is a Map; give an object or a list'],
    ['with FormData', { a: new FormData() }, 'a is a FormData; give an object or a list'],
    ['nested without end', deep, 'nested too deeply'],
    ['of a function', () => 1, 'the whole is a function'],
  ])('refuses %s, and logs an attempt that was never sent', async (_, body, message) => {
    seen.records.length = 0;
    seen.failures.length = 0;
    const error = await refusal(post(body));

    expect(error.code).toBe('integrations.invalid_endpoint');
    expect(error.message).toContain(message);
    expect(seen.records).toMatchObject([{ status: null, url: `${server.base}/`, method: 'POST' }]);
    expect(seen.failures).toHaveLength(1);
  });
});

describe('a form', () => {
  const asForm = () => true as const;

  test('has nested keys in brackets', async () => {
    const { headers, body } = await sent(
      post({ a: { b: [1, { c: true }] }, 'é &': 'x=y z', none: null }, { asForm }),
    );

    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(body)]).toEqual([
      ['a[b][0]', '1'],
      ['a[b][1][c]', 'true'],
      ['é &', 'x=y z'],
    ]);
  });

  test('can be made of a resource', async () => {
    class Address extends Resource {
      protected attributes() {
        return { city: 'Cluj' };
      }
    }
    const nested = await sent(post({ to: new Address() }, { asForm }));
    const whole = await sent(post(new Address(), { asForm }));
    expect([nested.body, whole.body]).toEqual(['to%5Bcity%5D=Cluj', 'city=Cluj']);
    expect((await sent(post({ to: new Address() }))).body).toBe('{"to":{"city":"Cluj"}}');
  });

  test('can be created from URLSearchParams, with repeated names', async () => {
    const { body } = await sent(post(new URLSearchParams('a=1&a=x+y&b[]=2'), { asForm }));
    expect([...new URLSearchParams(body)]).toEqual([
      ['a', '1'],
      ['a', 'x y'],
      ['b[]', '2'],
    ]);
  });

  test.each([
    ['FormData', new FormData()],
    ['Headers', new Headers()],
    ['URLSearchParams in a field', { a: new URLSearchParams({ b: '1' }) }],
  ])('refuses %s instead of sending an empty form', async (_, body) => {
    expect((await refusal(post(body, { asForm }))).message).toMatch(/is a \w+; give an object or a list/);
  });

  test('cannot be made of a list, or of bytes', async () => {
    expect((await refusal(post([1], { asForm }))).message).toContain('not an object of fields');
    expect((await refusal(post({ a: [Buffer.from('x')] }, { asForm }))).message).toContain(
      'a[0] contains bytes',
    );
  });
});

describe('attachments', () => {
  const read = (request: { headers: Record<string, unknown>; body: string }) =>
    new Response(request.body, {
      headers: { 'content-type': String(request.headers['content-type']) },
    }).formData();

  test('are sent from files, bytes and streams, in addition to the fields', async () => {
    const path = join(folder, 'label.txt');
    await writeFile(path, 'from a file');
    const request = await sent(
      post(
        { order: { id: 7 } },
        {
          attachments: () => [
            { name: 'label', filename: 'label.txt', content: path, type: 'text/plain' },
            { name: 'bytes', filename: 'Zoë "x"\r\n.bin', content: new TextEncoder().encode('bytes') },
          ],
        },
      ),
    );
    const form = await read(request);
    const [label, bytes] = [form.get('label') as File, form.get('bytes') as File];

    expect(request.headers['content-length']).toBe(String(Buffer.byteLength(request.body)));
    expect(form.get('order[id]')).toBe('7');
    expect([label.name, label.type, await label.text()]).toEqual(['label.txt', 'text/plain', 'from a file']);
    expect([bytes.type, await bytes.text()]).toEqual(['application/octet-stream', 'bytes']);
    expect(request.body).toContain('filename="Zoë %22x%22%0D%0A.bin"');
    expect(seen.records.at(-1)!.payload.request.body).toMatchObject({
      'order[id]': '7',
      label: ['[file label.txt]'],
    });
  });

  test('creates streams again for each attempt', async () => {
    server.respondsWith(sends(500), sends(200));
    let made = 0;
    const content = () => Readable.from([`stream ${++made}`]);
    const endpoint = post(null, {
      attachments: () => [{ name: 'log', filename: 'log', content }],
      tries: () => 2,
      delay: () => 0,
      isSafeToRepeat: () => true,
    });

    expect((await new Action(endpoint, client).handle()).tries).toBe(2);
    const texts = await Promise.all(
      server.received.map(async (request) => ((await read(request)).get('log') as File).text()),
    );
    expect(texts).toEqual(['stream 1', 'stream 2']);
    server.respondsWith(sends(200));
  });

  test('closes streams that are not read to the end', async () => {
    const opened: Readable[] = [];
    const content = () => {
      const stream = new Readable({ read() {} });
      opened.push(stream);
      return stream;
    };
    const log = { name: 'log', filename: 'log', content };
    const web = { ...log, content: () => new Blob(['web']).stream() };
    const gone = { ...log, content: join(folder, 'gone') };
    const nobody = () => 'http://127.0.0.1:1/';

    for (const capabilities of [
      { url: nobody, attachments: () => [log, log] },
      { attachments: () => [log, gone] },
      { attachments: () => [log, web], headers: () => ({ 'x-a': 'ü€' }) },
    ]) {
      await refusal(post(null, capabilities));
    }
    expect(opened).toHaveLength(4);
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual(Array(4).fill(true));
  });

  test('reports an error for streams that fail before they are read', async () => {
    const stream = createReadStream(join(folder, 'gone'));
    const attachments = () => [{ name: 'log', filename: 'log', content: () => stream }];
    const error = await refusal(post(null, { attachments, headers: () => closed(stream).then(() => ({})) }));

    expect(error.message).toContain('ENOENT');
  });

  test('names missing attachments', async () => {
    const content = join(folder, 'gone.pdf');
    const error = await refusal(
      post(null, { attachments: () => [{ name: 'invoice', filename: 'i.pdf', content }] }),
    );

    expect(error.code).toBe('integrations.invalid_endpoint');
    expect(error.message).toContain('invoice: no such file');
    expect(error.message).toContain('gone.pdf');
  });
});

describe('a URL', () => {
  test('gets its parameters after those that it has', async () => {
    const endpoint = post(null, {
      url: () => `${server.base}/p?kept=%2F#gone`,
      parameters: () => ({ list: [1, 'b'], none: null, gone: undefined, nested: { a: 1 }, text: 'a b&c' }),
    });

    expect((await sent(endpoint)).url).toBe('/p?kept=%2F&list=1&list=b&nested%5Ba%5D=1&text=a%20b%26c');
  });

  test.each(['/relative', 'ftp://a.example', '', 'http://'])('refuses %j', async (url) => {
    expect((await refusal(post(null, { url: () => url }))).message).toContain('.url() is not a URL');
  });

  test('has no credentials', async () => {
    const error = await refusal(post(null, { url: () => 'http://me:hunter2@a.example' }));
    expect(error.message).toContain('.url() has credentials');
    expect(error.message).not.toContain('hunter2');
  });
});

describe('headers', () => {
  test('have defaults, which the endpoint may replace', async () => {
    expect((await sent(post(null))).headers).toMatchObject({
      accept: 'application/json, */*;q=0.8',
      'user-agent': 'rowhouse',
    });
    const { headers } = await sent(post(null, { headers: () => ({ Accept: 'text/csv', 'X-Shop': 'é' }) }));
    expect(headers.accept).toBe('text/csv');
    expect(headers['x-shop']).toBe('é');
  });

  test.each<[Record<string, string>, string]>([
    [{ 'x-a': 'secret1\r\nx-evil: 1' }, 'the value of x-a'],
    [{ 'x-a': 'secret1\n' }, 'the value of x-a'],
    [{ 'x-a': 'secret1 €' }, 'the value of x-a'],
    [{ 'x a': 'secret1' }, 'a name that is not allowed in HTTP'],
    [{ 'Content-Length': '5' }, 'Content-Length, which is computed from the body'],
  ])('%j are refused, without their value', async (headers, message) => {
    const error = await refusal(post(null, { headers: () => headers }));
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret1');
  });

  test('have basic credentials in UTF-8', async () => {
    const { headers } = await sent(post(null, { username: () => 'zoë', password: () => 'a:b' }));
    expect(headers.authorization).toBe(`Basic ${Buffer.from('zoë:a:b').toString('base64')}`);
  });

  test('have no user name with a colon', async () => {
    const error = await refusal(post(null, { username: () => 'a:b', password: () => 'c' }));
    expect(error.message).toContain('.username() has a colon');
  });
});

test('Reports an error thrown by an endpoint as a fault of the endpoint', async () => {
  const endpoint: Endpoint = {
    method: () => 'GET',
    url: () => {
      throw new Error('no address today');
    },
    body: () => null,
  };
  expect(await refusal(endpoint as AnyEndpoint)).toMatchObject({
    code: 'integrations.invalid_endpoint',
    message: 'Object cannot be called: no address today',
  });
});
