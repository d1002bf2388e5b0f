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

/** A call that is answered with these, one after the other: what its log, its reports and its caller have of it. */
async function calls(capabilities: object, ...answers: readonly (Given | Error)[]) {
  const queue = [...answers];
  const transport: Transport = {
    async send({ url }) {
      const next = queue.length > 1 ? queue.shift()! : queue[0]!;
      if (next instanceof Error) throw next;
      return answerOf(next, url.href);
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

  return { ...seen, thrown, refusal, all, answered: seen.records.at(-1)?.payload.response };
}

function answerOf({ status = 403, headers = {}, body = '' }: Given, url: string): TransportResponse {
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

describe('a secret that a call sends is hidden where its answer repeats it', () => {
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
    const { all, answered, records, failures } = await calls(capabilities, {
      headers: { 'x-said': `no ${secret}` },
      body,
    });

    expect(all).not.toContain(secret);
    expect(records).not.toEqual([]);
    expect(failures).toHaveLength(1);
    expect(answered).toEqual({
      headers: { 'content-type': 'application/json', 'x-said': 'no ***' },
      body: { error: 'Token *** has expired in Cluj', '***': ['it was ***'], log: '{"said":"\\"***\\""}' },
    });
  });

  it('as the pair of Basic', async () => {
    const basic = { username: () => 'ann', password: () => secret };
    const { answered } = await calls(basic, { body: `No such pair: ${pair}` });

    expect(answered?.body).toBe('No such pair: ***');
  });

  it('as a number', async () => {
    const { answered } = await calls(
      { body: () => ({ pin: 918273 }) },
      { body: { given: 918273, all: [1918273], text: 'not 918273' } },
    );

    expect(answered?.body).toEqual({ given: '***', all: [1918273], text: 'not ***' });
  });

  it('also that of the attempt before', async () => {
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

  it('in an address, in the report of it, and in what throw() throws', async () => {
    const { all, failures, refusal } = await calls(
      { ...withToken, url: () => `${base}/parcels/${secret}` },
      { body: 'no' },
    );

    expect(failures).toMatchObject([{ url: `${base}/parcels/***` }]);
    expect(refusal).toMatchObject({ message: expect.stringContaining(`POST ${base}/parcels/*** returned`) });
    expect(all).not.toContain(secret);
  });

  it('in an error, its cause and the report', async () => {
    const reset = new TransportError('reset', `sent ${secret}`, {
      mayHaveArrived: true,
      cause: new Error(`because of ${secret}`),
    });
    const { all, failures, thrown } = await calls(withToken, reset);

    expect(thrown).toMatchObject({ code: 'integrations.no_response' });
    expect(failures).toMatchObject([{ error: 'reset: sent ***' }]);
    expect(all).not.toContain(secret);
  });

  it('where the mask would tear it', async () => {
    const torn = 'cny-abc,cny-def';
    const { all } = await calls({ headers: () => ({ 'x-api-key': torn }) }, { body: `password: ${torn}` });

    expect(all).not.toContain('cny-');
  });

  it('where a large body is cut', async () => {
    const cut = await Promise.all(
      Array.from({ length: secret.length + 2 }, (_, shift) =>
        calls(withToken, { body: `${'x'.repeat(65_536 - 64 - shift)}${secret}${'y'.repeat(5_000)}` }),
      ),
    );

    for (const { all, answered } of cut) {
      expect(answered?.body).toMatch(/bytes left out\]$/);
      expect(all).not.toContain('cny');
    }
  });

  it('in another charset', async () => {
    const body = Buffer.from(`{"error":"${secret} is over"}`, 'utf16le');
    const { answered } = await calls(withToken, {
      headers: { 'content-type': 'application/json; charset=utf-16le' },
      body,
    });

    expect(answered?.body).toEqual({ error: '*** is over' });
  });
});

it('Bodies of any depth and with many secrets are logged', async () => {
  const deep = (value: string) => `${'{"auth":['.repeat(9_000)}"${value}"${']}'.repeat(9_000)}`;
  const tokens = Array.from({ length: 5_000 }, (_, index) => `cny-abc-${index}`);

  for (const body of [deep(secret), { tokens }, new FormData()]) {
    const answer = { status: 500, body: Buffer.from(deep(secret)) };
    const { records } = await calls({ ...withToken, body: () => body }, answer);
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records[0])).not.toContain(secret);
  }
});

describe('what is no secret stays', () => {
  it('when it is short, or a word beside the secret', async () => {
    const body = {
      password: 'green',
      auth: { type: 'client_credentials', scope: 'orders', key: 'cny-abc-123' },
    };
    const said = { error: 'No client_credentials for orders of green things', city: 'Cluj' };

    expect((await calls({ body: () => body }, { body: said })).answered?.body).toEqual(said);
  });

  it('when the call sends none', async () => {
    const { answered } = await calls({ body: () => ({ city: 'Cluj' }) }, { body: { city: 'Cluj' } });

    expect(answered?.body).toEqual({ city: 'Cluj' });
  });

  it('when it is bytes: they are not read', async () => {
    const body = Buffer.concat([Buffer.from(secret), Buffer.from([0, 255])]);
    const { answered } = await calls(withToken, { headers: { 'content-type': 'image/png' }, body });

    expect(answered?.body).toBe('[13 bytes]');
  });
});

it('Any secret is found in any spelling, and the record stays what it was', async () => {
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
      const { all, answered, records } = await calls(
        { body: () => ({ city: 'Cluj', password: value }) },
        { body: spell(value) },
      );
      const shown = JSON.stringify(answered);

      expect(records).toHaveLength(1);
      expect(shown).toContain('***');
      expect(shown).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(all).not.toContain(value);
      expect(shown).not.toContain(encodeURIComponent(value));
    }),
    { numRuns: 500 },
  );
});
