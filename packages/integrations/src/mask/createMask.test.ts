import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMask } from './createMask.ts';

const mask = createMask({ keys: ['partnerCode'] });
const canary = 'Kq7canaryZx9';
const card = '4111 1111 1111 1111';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ';

const secretNames = [
  'password',
  'access_token',
  'accessToken',
  'ACCESS-TOKEN',
  'X-Api-Key',
  'client_secret',
  'newPasswordConfirmation',
  'CVV',
  'cardNumber',
  'pin',
  'partner_code',
  'PARTNER-CODE',
  'sessionId',
];
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

describe('names', () => {
  it.each(secretNames)('tells %s to be a secret, in every format', (name) => {
    const texts = [
      mask.body({ a: [{ [name]: canary }] }, null),
      mask.body(JSON.stringify({ a: { [name]: [canary] } }), 'application/json'),
      mask.body(`{"a": 1, "${name}": "${canary}`, 'application/json'),
      mask.body(JSON.stringify({ log: JSON.stringify({ [name]: canary }) }), 'application/json'),
      mask.body(`a=1&${name}=${canary}&b=2`, 'application/x-www-form-urlencoded'),
      mask.body(`a=1&user%5B${name}%5D=${canary}`, 'application/x-www-form-urlencoded'),
      mask.body(`<a><${name} type="t">${canary}</${name}></a>`, 'application/xml'),
      mask.body(`<s:Envelope><w:${name}><![CDATA[${canary}]]></w:${name}></s:Envelope>`, 'text/xml'),
      mask.body(`<a n:${name}='${canary}'/>`, 'application/soap+xml'),
      mask.body(`<a><field name="${name}" value="${canary}"/></a>`, 'application/xml'),
      mask.body(`<a>&lt;${name}&gt;${canary}&lt;/${name}&gt;</a>`, 'application/xml'),
      mask.body(`<a><${name}>${canary}`, 'application/xml'),
      mask.body([{ name, value: canary }], null),
      mask.body(new Map([[name, canary]]), null),
      mask.headers({ [name]: canary }),
      mask.url(`https://example.com/a?b=1&${name}=${canary}#x`),
      mask.url(`https://example.com/a#${name}=${canary}`),
      mask.text(`Refused: ${name}=${canary}`),
      mask.text(`Refused: ${name}: ${canary}`),
      mask.text(`Refused: \\"${name}\\":\\"${canary}\\"`),
      mask.text(`Refused at https://example.com/?${name}=${canary}`),
    ];

    for (const text of texts) {
      expect(shown(text)).toContain('***');
      expect(shown(text)).not.toContain(canary);
    }
  });

  it('leaves other values as they were', () => {
    const body = { id: 7, name: 'Ada', pinned: true, spinning: 'x', total: 12.5, none: null, tags: ['a'] };

    expect(mask.body(body, null)).toEqual(body);
    expect(mask.body(JSON.stringify(body), 'application/json')).toEqual(body);
    expect(mask.url('https://example.com/a/b?page=2&sort=a%20b#top')).toBe(
      'https://example.com/a/b?page=2&sort=a%20b#top',
    );
    expect(mask.text('The password is wrong: try again')).toBe('The password is wrong: try again');
    expect(mask.headers({ Accept: 'text/html', 'x-list': ['a', 'b'] })).toEqual({
      Accept: 'text/html',
      'x-list': 'a, b',
    });
  });

  it('takes exceptions', () => {
    expect(createMask({ except: ['page_token'] }).body({ pageToken: 'x', token: 'y' }, null)).toEqual({
      pageToken: 'x',
      token: '***',
    });
  });

  it('keeps the scheme of Authorization alone', () => {
    expect(mask.headers({ authorization: `Bearer ${canary}`, 'proxy-authorization': canary })).toEqual({
      authorization: 'Bearer ***',
      'proxy-authorization': '***',
    });
    expect(
      shown(mask.headers({ 'Set-Cookie': [`a=${canary}`, `b=${canary}`], cookie: canary })),
    ).not.toContain(canary);
  });
});

describe('shapes', () => {
  it.each([
    card,
    card.replaceAll(' ', ''),
    '5500-0000-0000-0004',
    '340000000000009',
    jwt,
    `Bearer ${canary}`,
    `Basic ${Buffer.from(`user:${canary}`).toString('base64')}`,
    `https://user:${canary}@example.com/`,
    `https://user:p@${canary}@example.com/`,
    `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN PRIVATE KEY-----\n${canary}`,
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'AKIAIOSFODNN7EXAMPLE',
    'xoxb-1234567890-abcdefghij',
  ])('hides %s wherever it stands', (secret) => {
    const hidden = secret.includes(canary) ? canary : secret;

    for (const text of [
      mask.text(`order 12 ${secret} was refused`),
      mask.body({ note: [`see ${secret}`] }, null),
      mask.body({ [secret]: 1 }, null),
      mask.body(`<a>${secret}</a>`, 'text/xml'),
      mask.body(`not { json ${secret}`, 'application/json'),
      mask.headers({ 'x-note': secret }),
      mask.url(`https://example.com/?q=${encodeURIComponent(secret)}`),
    ]) {
      expect(shown(text)).not.toContain(hidden);
      expect(shown(text)).not.toContain(encodeURIComponent(hidden));
    }
  });

  it('leaves numbers that are no cards', () => {
    const body = {
      at: 1_700_000_000_008,
      id: '4111111111111112',
      nanos: '1700000000000000000',
      number: 4111,
    };

    expect(mask.body(body, null)).toEqual(body);
    expect(mask.body({ n: 4_111_111_111_111_111 }, null)).toEqual({ n: '***' });
  });
});

describe('values of any kind', () => {
  it('become JSON without failing', () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    const hostile = Object.defineProperty({}, 'x', { enumerable: true, get: () => fail() });
    const proxy = new Proxy({}, { ownKeys: () => fail() });

    expect(
      mask.body(
        {
          cycle,
          hostile,
          proxy,
          big: 10n,
          bytes: Buffer.from('abc'),
          date: new Date(0),
          bad: new Date(Number.NaN),
          map: new Map<unknown, unknown>([
            ['pin', 1],
            [{}, 2],
          ]),
          set: new Set([1]),
          nan: Number.NaN,
          run: fail,
          error: new Error(`password=${canary}`),
          json: { toJSON: () => ({ token: canary }) },
          none: undefined,
          text: 'a\0b\ud800',
        },
        null,
      ),
    ).toEqual({
      cycle: { a: 1, self: '[left out: refers to itself]' },
      hostile: { x: '[unreadable]' },
      proxy: '[unreadable]',
      big: '10',
      bytes: '[3 bytes]',
      date: '1970-01-01T00:00:00.000Z',
      bad: 'Invalid Date',
      map: { pin: '***', '[object]': 2 },
      set: [1],
      nan: 'NaN',
      run: '[function]',
      error: { name: 'Error', message: 'password=***' },
      json: { token: '***' },
      none: null,
      text: 'a\uFFFDb\uFFFD',
    });
  });

  it('are bounded in depth and number', () => {
    let deep: unknown = canary;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];

    expect(shown(mask.body(deep, null))).toContain('too deep');
    expect(
      shown(
        mask.body(
          Array.from({ length: 1_000_000 }, () => 1),
          null,
        ),
      ),
    ).toContain('left out');
  });

  it('are capped after masking, with a note', () => {
    const small = createMask({ maxBodySize: 1_000 });
    const capped = small.body({ a: 'é'.repeat(5_000), password: canary }, null);

    expect(Buffer.byteLength(String(capped))).toBeLessThanOrEqual(1_000);
    expect(capped).toMatch(/ … \[\d+ bytes left out\]$/);
    expect(small.body({ password: canary.repeat(5_000) }, null)).toEqual({ password: '***' });
    expect(shown(small.body(`${'x'.repeat(3_000_000)}`, null))).toContain('[2999064 bytes left out]');
  });

  it('describes files of a form, and masks its fields', () => {
    const form = new FormData();
    form.set('token', canary);
    form.set('note', '{"pin":"1234"}');
    form.set('file', new File([canary], 'a.txt', { type: 'text/plain' }));
    const wire = [
      '--XX\r\nContent-Disposition: form-data; name="token"\r\n\r\n',
      canary,
      '\r\n--XX\r\nContent-Disposition: form-data; name="note"\r\n\r\n{"pin":"1234"}',
      '\r\n--XX\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n',
      canary,
      '\r\n--XX--\r\n',
    ].join('');
    const expected = [
      { name: 'token', value: '***' },
      { name: 'note', value: '{"pin":"***"}' },
      { name: 'file', file: 'a.txt', type: 'text/plain', size: canary.length },
    ];

    expect(mask.body(form, null)).toEqual(expected);
    expect(mask.body(wire, 'multipart/form-data; boundary=XX')).toEqual(expected);
    expect(mask.body(Buffer.from(wire), 'multipart/form-data; boundary="XX"')).toEqual(expected);
  });
});

describe('whatever it is given', () => {
  const name = fc.constantFrom(...secretNames);
  const planted = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.record({ name, more: fc.string() }).map(({ name, more }) => ({ more, [name]: { deep: [canary] } })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(fc.string(), tie('node'), { minKeys: 1, maxKeys: 3 }),
      tie('node').map((node) => JSON.stringify(node)),
    ),
  })).node;

  it('lets no planted secret out of JSON at any depth', () => {
    fc.assert(
      fc.property(planted, (body) => {
        expect(JSON.stringify(mask.body(body, null))).not.toContain(canary);
        expect(JSON.stringify(mask.body(JSON.stringify(body), 'application/json'))).not.toContain(canary);
      }),
      { numRuns: 200 },
    );
  });

  it('answers text that PostgreSQL takes', () => {
    const fragment = fc.constantFrom(
      'password=',
      '"token": "',
      '<pin>',
      '</pin>',
      '&lt;pin&gt;',
      '"',
      "'",
      '\\',
      '{',
      '}',
      '[',
      ' ',
      '\n',
      ':',
      '=',
      '&',
      '***',
      card,
      jwt,
      'Bearer ',
      'https://a:b@c/',
      '\0',
      '\ud800',
      canary,
    );
    const texts = fc.array(fc.oneof(fragment, fc.string({ unit: 'binary', maxLength: 8 })), {
      maxLength: 12,
    });

    fc.assert(
      fc.property(texts, (parts) => {
        const once = mask.text(parts.join(''));
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toContain('\0');
      }),
      { numRuns: 2_000 },
    );
  });

  it('answers JSON, and the same when masked again', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (body) => {
        const once = mask.body(body, null);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
        expect(mask.body(once, null)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  // Anything but linear time runs into the test's time limit: a square of 800,000 is hours.
  it.each([
    '<a b="',
    'eyJ',
    '=',
    '"password":"',
    'password=',
    '<pin>',
    '4 ',
    '\\"',
    '://',
    '-----BEGIN ',
    '[',
    '<',
    'sk-',
    'bearer ',
    '&lt;a ',
    '%22=',
  ])('gets through very many %j', (unit) => {
    const text = mask.text(unit.repeat(800_000 / unit.length));

    expect(text.length).toBeGreaterThan(0);
    expect(text.isWellFormed()).toBe(true);
  });

  it('lets no planted secret out of places of many kinds', () => {
    const places: readonly ((mask: ReturnType<typeof createMask>) => unknown)[] = [
      ({ body }) => body({ rawHeaders: ['Host', 'a', 'Authorization', canary, 'Accept', '*/*'] }, null),
      ({ body }) => body({ entries: [['x-api-key', canary]] }, null),
      ({ body }) =>
        body(
          `data=${encodeURIComponent(JSON.stringify({ token: canary }))}`,
          'application/x-www-form-urlencoded',
        ),
      ({ body }) =>
        body(
          `<s:Header><wsse:UsernameToken><wsse:Username>u</wsse:Username><wsse:Password Type="x">${canary}</wsse:Password></wsse:UsernameToken></s:Header>`,
          'text/xml',
        ),
      ({ body }) =>
        body(
          `<Credentials><User>${canary}</User><Deep><Credentials>${canary}</Credentials>${canary}</Deep></Credentials>`,
          'text/xml',
        ),
      ({ body }) => body(`<name>password</name><value>${canary}</value>`, 'text/xml'),
      ({ body }) => body(`<a><!-- <pin>${canary}</pin> --></a>`, 'text/xml'),
      ({ body }) => body(`<json>{&quot;password&quot;:&quot;${canary}&quot;}</json>`, 'text/xml'),
      ({ body }) => body(`{"ok":1}\n{"password":"${canary}"}\n`, 'application/x-ndjson'),
      ({ body }) =>
        body(Buffer.from(`{"password":"${canary}"}`, 'utf16le'), 'application/json; charset=utf-16le'),
      ({ body }) => body(Buffer.from(canary), 'application/octet-stream'),
      ({ body }) => body(new URLSearchParams({ password: canary }), null),
      ({ text }) => text(`Cookie: a=1; b=${canary}\nx`),
      ({ text }) => text(`curl -H 'Authorization: Token ${canary}' https://example.com`),
      ({ text }) => text(`Server=a;User=b;Password=${canary};`),
      ({ text }) => text(`{'password' => '${canary}'}`),
      ({ text }) => text(`password:\n  "${canary}"`),
      ({ text }) => text(`{"credentials": {"a": ["${canary}"`),
      ({ text }) => text(`API key: ${canary}`),
      ({ text }) => text(`GET https://u:${canary}@example.com/ failed`),
      ({ url }) => url(`https://${canary}@example.com/`),
      ({ url }) => url(`//u:${canary}@example.com`),
      ({ url }) =>
        url(`https://example.com/cb?next=${encodeURIComponent(`https://b.example/?token=${canary}`)}`),
      ({ url }) => url(`https://example.com/?%70assword=${canary}`),
      ({ headers }) => headers({ Referer: `https://example.com/?access_token=${canary}` }),
      ({ headers }) => headers({ 'x-forwarded-authorization': canary }),
    ];

    for (const place of places)
      expect(String(place) + JSON.stringify(place(mask)).replaceAll(canary, 'LEAK')).not.toContain('LEAK');
  });
});

function fail(): never {
  throw new Error('must not be called');
}
