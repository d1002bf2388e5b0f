import { describe, expect, it } from 'vitest';
import { canary, card, jwt, secretNames } from './createMask.fixture.ts';
import { createMask } from './createMask.ts';

const mask = createMask({ keys: ['partnerCode'] });
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

function fail(): never {
  throw new Error('must not be called');
}
