import { describe, expect, it } from 'vitest';
import { innocentNames } from '../../../../test/innocentNames.ts';
import { secretNames as providerNames } from '../../../../test/secretNames.ts';
import { canary, card, jwt, secretNames } from './createMask.fixture.ts';
import { createMask } from './createMask.ts';

const mask = createMask({ keys: ['partnerCode'] });
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

describe('names', () => {
  it.each([...secretNames, ...providerNames])('recognises %s as a secret, in every format', (name) => {
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
      mask.body(multipart(name), 'multipart/form-data; boundary=XX'),
      mask.body(
        Buffer.from(JSON.stringify({ [name]: canary }), 'utf16le'),
        'application/json; charset=utf-16',
      ),
      mask.headers({ [name]: canary }),
      mask.headers({ [name.toLowerCase()]: canary }),
      mask.url(`https://example.com/a?b=1&${name}=${canary}#x`),
      mask.url(`https://example.com/a#${name}=${canary}`),
      mask.url(`https://example.com/a;${name}=${canary}/b`),
      mask.url(`https://example.com/${name}/${canary}0123456789/b`),
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

  it.each(innocentNames)('does not treat %s as a secret', (name) => {
    const body = { [name]: 'Cluj', list: [{ [name]: 17 }] };

    expect(mask.body(body, null)).toEqual(body);
    expect(mask.headers({ [name]: 'Cluj' })).toEqual({ [name]: 'Cluj' });
    expect(mask.text(`Refused: ${name}: Cluj`)).toBe(`Refused: ${name}: Cluj`);
    expect(mask.body(`<a><${name}>Cluj</${name}></a>`, 'text/xml')).toBe(`<a><${name}>Cluj</${name}></a>`);
  });

  it('masks names that are secret in URLs only, and the code of an OAuth grant', () => {
    const hidden = [
      mask.url(`https://maps.example/json?address=Cluj&key=${canary}`),
      mask.url(`/callback?code=${canary}&state=x1`),
      mask.url(`/callback#state=x1&code=${canary}`),
      mask.headers({ location: `https://app.example/in?code=${canary}` }).location,
      mask.headers({ Location: [`/in;jsessionid=${canary}?code=${canary}`] }).Location,
      mask.text(`Refused: https://maps.example/json?address=Cluj&key=${canary} (403)`),
      mask.text(`see <a href="/in?state=1&amp;code=${canary}">here</a>`),
      mask.body(`code=${canary}&grant_type=authorization_code`, 'application/x-www-form-urlencoded'),
      mask.body({ code: canary, grantType: 'authorization_code' }, null),
      mask.body(`{"code":"${canary}","redirect_uri":"https://app.example"}`, 'application/json'),
      mask.body(grantForm(), null),
    ];

    for (const text of hidden) {
      expect(shown(text)).toContain('***');
      expect(shown(text)).not.toContain(canary);
    }
    expect(mask.url('/countries?code=RO&city=Cluj')).toBe('/countries?code=RO&city=Cluj');
    expect(mask.text('see /countries?code=RO')).toBe('see /countries?code=RO');
    expect(mask.body('key=a.pdf&code=RO', 'application/x-www-form-urlencoded')).toBe('key=a.pdf&code=RO');
    expect(mask.body({ key: 'a', code: 'RO', state: 'CJ' }, null)).toEqual({
      key: 'a',
      code: 'RO',
      state: 'CJ',
    });
    expect(createMask({ except: ['key'] }).url('/settings?key=theme')).toBe('/settings?key=theme');
  });

  it('hides the key that follows the name of a secret in a path', () => {
    expect(mask.url('https://a.example/reset-token/8f3c9a7b2d1e/new')).toBe(
      'https://a.example/reset-token/***/new',
    );
    expect(mask.url('/password/instructions')).toBe('/password/instructions');
    expect(mask.url('/orders/8f3c9a7b2d1e')).toBe('/orders/8f3c9a7b2d1e');
  });

  it.each([
    ['Incorrect API key provided: Kq7-Zx9, see the page.', 'Incorrect API key provided: ***, see the page.'],
    ['Invalid access token supplied: "Kq7"', 'Invalid access token supplied: "***"'],
    ["The API key 'Kq7canary' is unknown", "The API key '***' is unknown"],
    ['No "token" field: `Kq7`', 'No "token" field: `Kq7`'],
    ['The token "Kq7canary" has expired', 'The token "***" has expired'],
    ['The token a1b2c3d4e5f6a7b8 has expired.', 'The token *** has expired.'],
    ['The client secret of a1b2c3d4e5f6a7b8', 'The client secret of a1b2c3d4e5f6a7b8'],
    ['The password is wrong: try again', 'The password is wrong: try again'],
    ["Unexpected token 'exports' in JSON", "Unexpected token 'exports' in JSON"],
    ['The key a1b2c3d4e5f6a7b8 is in use', 'The key a1b2c3d4e5f6a7b8 is in use'],
    ['Token verification failed', 'Token verification failed'],
  ])('reads sentences: %s', (text, safe) => {
    expect(mask.text(text)).toBe(safe);
    expect(mask.body({ error: { message: text } }, null)).toEqual({ error: { message: safe } });
    expect(mask.body(text, 'text/plain')).toBe(safe);
  });

  it.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'reads %s, regardless of the content type',
    (charset) => {
      const json = encoded(`{"city":"Cluj","password":"${canary}"}`, charset);
      const marked = encoded(`\uFEFF<a><password>${canary}</password></a>`, charset);

      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        `text/json; charset=${charset}`,
      ]) {
        expect(mask.body(json, type)).toEqual({ city: 'Cluj', password: '***' });
      }
      expect(mask.body(marked, 'text/xml')).toBe('<a><password>***</password></a>');
    },
  );

  it('keeps other values unchanged', () => {
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

  it('supports exceptions', () => {
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
  ])('hides %s in any position', (secret) => {
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

  it('keeps numbers that are not cards', () => {
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

describe('values of any type', () => {
  it('are serialised to JSON without failing', () => {
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

function grantForm(): FormData {
  const form = new FormData();
  form.set('code', canary);
  form.set('grant_type', 'authorization_code');

  return form;
}

function encoded(text: string, charset: string): Uint8Array {
  const width = charset.startsWith('utf-32') ? 4 : 2;
  const bytes = Buffer.alloc(text.length * width);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (charset.endsWith('le')) bytes.writeUInt16LE(code, index * width);
    else bytes.writeUInt16BE(code, (index + 1) * width - 2);
  }
  return bytes;
}

function multipart(name: string): string {
  return `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${canary}\r\n--XX--\r\n`;
}

function fail(): never {
  throw new Error('must not be called');
}
