import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Action,
  type AnyEndpoint,
  createClient,
  type Transport,
  TransportError,
  type TransportResponse,
} from '../src/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import { recorder } from './support.ts';

const secret = 'cny-abc-123';
const base = 'http://courier.example';

interface Given {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A call with these responses, one after the other: its log, its reports and the result of its caller. */
async function calls(capabilities: object, ...responses: readonly (Given | Error)[]) {
  const queue = [...responses];
  const transport: Transport = {
    async send({ url }) {
      const next = queue.length > 1 ? queue.shift()! : queue[0]!;
      if (next instanceof Error) throw next;
      return responseOf(next, url.href);
    },
  };
  const seen = recorder();
  const client = createClient({ transport, clock: fakeClock(), ...seen.options });
  const endpoint: AnyEndpoint = {
    method: () => 'POST',
    url: () => `${base}/parcels`,
    body: () => null,
    ...capabilities,
  };
  let refusal: unknown = null;
  const thrown: unknown = await new Action(endpoint, client).handle().then(
    (response) => {
      try {
        response.throw();
      } catch (error) {
        refusal = error;
      }
    },
    (error: unknown) => error,
  );
  const all = inspect([seen.records, seen.failures, thrown, refusal], {
    depth: 30,
    maxStringLength: null,
    getters: true,
  });

  return { ...seen, thrown, refusal, all, loggedResponse: seen.records.at(-1)?.payload.response };
}

function responseOf({ status = 403, headers = {}, body = '' }: Given, url: string): TransportResponse {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const type = isText ? 'text/plain' : 'application/json';

  return {
    status,
    headers: { 'content-type': type, ...headers },
    url,
    body: Buffer.isBuffer(body) ? body : Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

const withToken = { tokenProvider: () => ({ current: () => secret, refresh: async () => {} }) };

describe('a sent secret that the response repeats', () => {
  const pair = Buffer.from(`ann:${secret}`).toString('base64');

  it.each<[string, object]>([
    ['bearer token', withToken],
    ['password of Basic', { username: () => 'ann', password: () => secret }],
    ['header', { headers: () => ({ 'X-Api-Key': secret }) }],
    ['header with a scheme', { headers: () => ({ authorization: `Token ${secret}` }) }],
    ['cookie', { headers: () => ({ cookie: `theme=dark; sid=${secret}` }) }],
    ['query', { parameters: () => ({ city: 'Cluj', access_token: secret }) }],
    ['nested query', { parameters: () => ({ auth: { key: secret } }) }],
    ['field', { body: () => ({ city: 'Cluj', password: secret }) }],
    ['nested field', { body: () => ({ shops: [{ login: { apiKey: secret } }] }) }],
    ['list', { body: () => ({ tokens: ['x', secret] }) }],
    ['field of a secret object', { body: () => ({ credentials: { user: secret } }) }],
    ['JSON in JSON', { body: () => ({ data: JSON.stringify({ pin: secret }) }) }],
    ['form', { asForm: () => true, body: () => ({ city: 'Cluj', client_secret: secret, x: 1 }) }],
    ['multipart', { attachments: () => [], body: () => ({ city: 'Cluj', apiKey: secret }) }],
    [
      'XML',
      {
        headers: () => ({ 'content-type': 'text/xml' }),
        body: () => `<Order><City>Cluj</City><Password>${secret}</Password><Note>x</Note></Order>`,
      },
    ],
  ])('%s', async (_, capabilities) => {
    const body = {
      error: `Token ${secret} has expired in Cluj`,
      [secret]: [`it was ${secret}`],
      log: JSON.stringify({ said: `"${secret}"` }),
    };
    const { all, loggedResponse, records, failures } = await calls(capabilities, {
      headers: { 'x-said': `no ${secret}` },
      body,
    });

    expect(all).not.toContain(secret);
    expect(records).not.toEqual([]);
    expect(failures).toHaveLength(1);
    expect(loggedResponse).toEqual({
      headers: { 'content-type': 'application/json', 'x-said': 'no ***' },
      body: { error: 'Token *** has expired in Cluj', '***': ['it was ***'], log: '{"said":"\\"***\\""}' },
    });
  });

  it('masks it as a pair of Basic authentication', async () => {
    const basic = { username: () => 'ann', password: () => secret };
    const { loggedResponse } = await calls(basic, { body: `No such pair: ${pair}` });

    expect(loggedResponse?.body).toBe('No such pair: ***');
  });

  it('masks it as a number', async () => {
    const { loggedResponse } = await calls(
      { body: () => ({ pin: 918273 }) },
      { body: { given: 918273, all: [1918273], text: 'not 918273' } },
    );

    expect(loggedResponse?.body).toEqual({ given: '***', all: [1918273], text: 'not ***' });
  });

  it('masks the secret of the previous attempt', async () => {
    let token = secret;
    const refreshed = {
      current: () => token,
      refresh: async () => {
        token = 'cny-next-456';
      },
    };
    const { records, all } = await calls(
      { tokenProvider: () => refreshed },
      { status: 401, body: `${secret} is over` },
      { status: 401, body: `neither ${secret} nor cny-next-456` },
    );

    expect(records.map(({ payload }) => payload.response?.body)).toEqual([
      '*** is over',
      'neither *** nor ***',
    ]);
    expect(all).not.toMatch(/cny-/);
  });

  it('masks it in a URL, in its report, and in the error of throw()', async () => {
    const { all, failures, refusal } = await calls(
      { ...withToken, url: () => `${base}/parcels/${secret}` },
      { body: 'no' },
    );

    expect(failures).toMatchObject([{ url: `${base}/parcels/***` }]);
    expect(refusal).toMatchObject({ message: expect.stringContaining(`POST ${base}/parcels/*** returned`) });
    expect(all).not.toContain(secret);
  });

  it('masks it in an error, its cause and the report', async () => {
    const reset = new TransportError('reset', `sent ${secret}`, {
      mayHaveArrived: true,
      cause: new Error(`because of ${secret}`),
    });
    const { all, failures, thrown } = await calls(withToken, reset);

    expect(thrown).toMatchObject({ code: 'integrations.no_response' });
    expect(failures).toMatchObject([{ error: 'reset: sent ***' }]);
    expect(all).not.toContain(secret);
  });

  it('masks it where another mask would split it', async () => {
    const torn = 'cny-abc,cny-def';
    const { all } = await calls({ headers: () => ({ 'x-api-key': torn }) }, { body: `password: ${torn}` });

    expect(all).not.toContain('cny-');
  });

  it('masks it where a large body is truncated', async () => {
    const cut = await Promise.all(
      Array.from({ length: secret.length + 2 }, (_, shift) =>
        calls(withToken, { body: `${'x'.repeat(65_536 - 64 - shift)}${secret}${'y'.repeat(5_000)}` }),
      ),
    );

    for (const { all, loggedResponse } of cut) {
      expect(loggedResponse?.body).toMatch(/bytes left out\]$/);
      expect(all).not.toContain('cny');
    }
  });

  it('masks it in another charset', async () => {
    const body = Buffer.from(`{"error":"${secret} is over"}`, 'utf16le');
    const { loggedResponse } = await calls(withToken, {
      headers: { 'content-type': 'application/json; charset=utf-16le' },
      body,
    });

    expect(loggedResponse?.body).toEqual({ error: '*** is over' });
  });
});

it('Logs bodies of any depth and with many secrets', async () => {
  const deep = (value: string) => `${'{"auth":['.repeat(9_000)}"${value}"${']}'.repeat(9_000)}`;
  const tokens = Array.from({ length: 5_000 }, (_, index) => `cny-abc-${index}`);

  for (const body of [deep(secret), { tokens }, new FormData()]) {
    const response = { status: 500, body: Buffer.from(deep(secret)) };
    const { records } = await calls({ ...withToken, body: () => body }, response);
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records[0])).not.toContain(secret);
  }
});

describe('values that are not secret', () => {
  it('keeps short values and words next to the secret', async () => {
    const body = {
      password: 'green',
      auth: { type: 'client_credentials', scope: 'orders', key: 'cny-abc-123' },
    };
    const said = { error: 'No client_credentials for orders of green things', city: 'Cluj' };

    expect((await calls({ body: () => body }, { body: said })).loggedResponse?.body).toEqual(said);
  });

  it('keeps all values when the call sends no secret', async () => {
    const { loggedResponse } = await calls({ body: () => ({ city: 'Cluj' }) }, { body: { city: 'Cluj' } });

    expect(loggedResponse?.body).toEqual({ city: 'Cluj' });
  });

  it('keeps bytes, which are not read', async () => {
    const body = Buffer.concat([Buffer.from(secret), Buffer.from([0, 255])]);
    const { loggedResponse } = await calls(withToken, { headers: { 'content-type': 'image/png' }, body });

    expect(loggedResponse?.body).toBe('[13 bytes]');
  });
});

it('Finds any secret in any spelling, and keeps the record unchanged', async () => {
  const part = fc.oneof(
    fc.constantFrom('/', '\\', '"', '<', '&', '%', '+', ' ', 'é', '😀', '\n', '$&', ',', ';', '=', "'"),
    fc.string({ minLength: 1, maxLength: 4 }),
  );
  const secrets = fc
    .array(part, { minLength: 3, maxLength: 8 })
    .map((parts) => `Qz7${parts.join('')}Kx9`)
    .filter((value) => value.isWellFormed() && !value.includes('***'));
  const spelled: ((value: string) => unknown)[] = [
    (value) => ({ error: `it is ${value} again` }),
    (value) => ({ [`is ${value}`]: [[{ deep: value }]] }),
    (value) => ({ log: JSON.stringify({ note: `it is ${value}` }) }),
    (value) => `See ${base}/a/${encodeURIComponent(value)} of`,
    (value) => `note=${new URLSearchParams([['', value]]).toString().slice(1)}`,
    (value) => Buffer.from(JSON.stringify({ note: value }).replaceAll('/', '\\/')),
    (value) =>
      Buffer.from(
        JSON.stringify({ note: value }).replace(
          /[^\x20-\x7e]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      ),
  ];

  await fc.assert(
    fc.asyncProperty(secrets, fc.constantFrom(...spelled), async (value, spell) => {
      const { all, loggedResponse, records } = await calls(
        { body: () => ({ city: 'Cluj', password: value }) },
        { body: spell(value) },
      );
      const shown = JSON.stringify(loggedResponse);

      expect(records).toHaveLength(1);
      expect(shown).toContain('***');
      expect(shown).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(all).not.toContain(value);
      expect(shown).not.toContain(encodeURIComponent(value));
    }),
    { numRuns: 500 },
  );
});
