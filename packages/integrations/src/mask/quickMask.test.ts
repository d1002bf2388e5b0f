import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyText } from './bodyText.ts';
import { cleanJsonTest } from './cleanJson.ts';
import { createMask } from './createMask.ts';
import { look } from './lookAt.ts';
import { masked } from './masked.ts';
import { maskForm } from './maskForm.ts';
import { maskText } from './maskText.ts';
import { maskUrl } from './maskUrl.ts';
import { maskValue } from './maskValue.ts';
import { secretNameTest } from './secretNames.ts';

const keys = ['partnerCode', 'code7'];
const mask = createMask({ keys });
const isSecretName = secretNameTest(keys);

/** What masks did before they looked first: everything is parsed, masked and written again. */
const slow = {
  text: (text: string) => maskText(text, isSecretName),
  string(text: string, depth: number): string {
    const begin = text.trimStart()[0];
    if (depth >= 4 || (begin !== '{' && begin !== '[' && begin !== '"')) return slow.text(text);
    try {
      const value: unknown = JSON.parse(text);
      const safe = JSON.stringify(slow.value(value, depth + 1));
      return safe === JSON.stringify(value) ? slow.text(text) : safe;
    } catch {
      return slow.text(text);
    }
  },
  value: (value: unknown, depth = 0): unknown =>
    maskValue(value, { isSecretName, text: (text) => slow.string(text, depth) }),
  json(text: string): unknown {
    try {
      return slow.value(JSON.parse(text));
    } catch {
      return slow.text(text);
    }
  },
  url: (url: string) =>
    slow.text(
      maskUrl(url, isSecretName, (query) =>
        maskForm(query, isSecretName, (part) => slow.string(part, 0), 'address'),
      ),
    ),
};

const names = [
  'password',
  'pass\u0077ord',
  'PassWord',
  'access_token',
  'ACCESS-TOKEN',
  'x-api-key',
  'partner_code',
  'code7',
  'pin',
  'pin_code',
  'hmac-sha256',
  'status_code',
  'code',
  'grant_type',
  'state',
  'dbpass',
  'tokens_used',
  'name',
  'Key',
  'header',
  'value',
  'content',
  'text',
  'id',
  'total',
  '__proto__',
  'a b',
  'Straße',
  'ｐａｓｓｗｏｒｄ',
];
const pieces = [
  ...names,
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '4111\u00a01111\u00a01111\u00a01111',
  '4111111111111111',
  '4111111111111112',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  'eyJ',
  'Bearer ',
  'bearer%20',
  'BASIC+',
  'dXNlcjpzZWNyZXQ=',
  'Kq7canaryZx9',
  'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'sk-',
  'AKIAIOSFODNN7EXAMPLE',
  'https://user:pw@example.com/',
  'https://example.com/a?token=Kq7&b=2',
  '-----BEGIN PRIVATE KEY-----',
  '<password>Kq7</password>',
  '&lt;pin&gt;1234&lt;/pin&gt;',
  '<field name="pin" value="1234"/>',
  'password=Kq7',
  'token: Kq7',
  'API key provided: ',
  "token 'Kq7canaryZx9'",
  'token "',
  'No secret ',
  'a1b2c3d4e5f6a7b8',
  '?key=Kq7&b=1',
  '?code=Kq7&state=1',
  'token: |\n  Kq7\n\n  Zx9\n',
  'code7:99',
  '2026-01-05T10:15:30.000Z',
  '2026-01-05 10:15',
  '2026-01-05T10:15:30.411111111111-11:00',
  '{"password":"Kq7"}',
  '["Authorization","Kq7"]',
  '"',
  // Not alone: V8 takes the name "\\t" for it, when it has parsed an object with the name "\\" before.
  'a\\b',
  '/',
  '\n',
  '\t',
  '\0',
  '\ud800',
  '😀',
  '=',
  ':',
  '.',
  '-',
  ' ',
];
const word = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 }));
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, text);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(4111111111111111, 4111111111111112, 1_700_000_000_008, 4.55e12, 1e21, -0, 1e-7, 42),
);
const value = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    { weight: 3, arbitrary: text },
    number,
    fc.constantFrom(null, true, false, '', undefined, Number.NaN),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('node')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    tie('node').map((node) => JSON.stringify(node)),
  ),
})).node;

/** JSON as others write it: with spaces, and with escapes that need not be. */
const json = fc
  .record({
    value,
    space: fc.constantFrom('', ' ', '\t', '\r\n'),
    escapes: fc.boolean(),
    end: fc.constantFrom('', '', '', '\n', ',', '}', 'x'),
  })
  .map(({ value: given, space, escapes, end }) => {
    const written = JSON.stringify(given, null, space) ?? '';
    const escaped = escapes
      ? written.replace(/[a-z](?![^"]*\\)/g, (letter, at: number) =>
          at % 3 === 0 && /"[^"\\]*$/.test(written.slice(0, at))
            ? `\\u00${letter.charCodeAt(0).toString(16)}`
            : letter,
        )
      : written;
    return escaped + end;
  });

describe('the quick way', () => {
  it('masks texts as the slow one does', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(mask.text(given)).toBe(slow.text(given));
        expect(mask.headers({ 'x-note': given })).toEqual({ 'x-note': slow.text(given) });
      }),
      { numRuns: 3_000 },
    );
  });

  it('masks JSON as the slow one does, as text and as bytes', () => {
    fc.assert(
      fc.property(json, (given) => {
        fc.pre(given !== '');
        const isJson = /^\s*[[{"]/.test(given);
        const shown = isJson ? slow.json(given) : slow.text(given);

        expect(mask.body(given, 'application/json')).toEqual(shown);
        expect(JSON.parse(bodyText(mask, given, 'application/json'))).toEqual(shown);
        expect(JSON.parse(bodyText(mask, Buffer.from(given), 'application/json'))).toEqual(
          isJson ? slow.json(given.toWellFormed()) : shown,
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('masks values as the slow one does', () => {
    fc.assert(
      fc.property(value, (given) => {
        const shown =
          given === '' || given === null || given === undefined
            ? null
            : typeof given === 'string'
              ? mask.body(given, null)
              : slow.value(given);

        expect(mask.body(given, null)).toEqual(shown);
        expect(bodyText(mask, given, null)).toBe(JSON.stringify(shown));
      }),
      { numRuns: 2_000 },
    );
  });

  it('masks addresses as the slow one does', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'a',
        'orders',
        '12',
        '?',
        '&',
        '=',
        '/',
        ';',
        '#',
        '%70assword',
        '%26',
        '+',
        '@',
        ...pieces,
      ),
      fc.webPath(),
    );
    const origin = fc.constantFrom(
      '',
      '/',
      '//',
      'https://example.com',
      'http://127.0.0.1:8080',
      'https://session:8080',
      'https://u:p@example.com',
      'https://basic',
      'https://eyJ',
      'ftp://example.com',
    );

    fc.assert(
      fc.property(origin, fc.array(part, { maxLength: 8 }), (begin, parts) => {
        const url = begin + parts.join('');
        expect(mask.url(url)).toBe(slow.url(url));
      }),
      { numRuns: 5_000 },
    );
  });

  it('finds its way through most bodies, and not by luck', () => {
    const isClean = cleanJsonTest({
      isSecretName,
      isClean: (given, flags) => (flags & look.closely) === 0 || slow.string(given, 0) === given,
    });
    const order = {
      id: 7,
      name: 'Ada',
      at: '2026-01-05T10:15:30Z',
      url: 'https://a.example/b',
      tags: ['x', 'y'],
    };

    expect(isClean(JSON.stringify([order], null, 2))).toBe(true);
    expect(isClean('{"note":"\\u00e4 \\"quoted\\"\\n"}')).toBe(true);
    expect(bodyText(mask, '{ "total": 1.50 }', 'application/json')).toBe('{ "total": 1.50 }');
    for (const doubtful of [
      { ...order, pin: 1 },
      { name: 'password', value: 'x' },
      ['authorization', 'x'],
      { deep: [{ Password: 'x' }] },
    ]) {
      expect(isClean(JSON.stringify(doubtful))).toBe(false);
    }
    for (const broken of [
      '{',
      '{}x',
      '[01]',
      '[1.]',
      '[-]',
      '[1e5]',
      '{"a"}',
      '{"a":1,}',
      '["\n"]',
      '["\\x"]',
      '"a"',
      '1',
      '',
    ]) {
      expect(isClean(broken)).toBe(false);
    }
  });

  it('takes no mask for another that was made of it', () => {
    const own = { ...mask, body: () => masked };

    expect(bodyText(own, { a: 1 }, null)).toBe('"***"');
    expect(bodyText(mask, { a: 1 }, null)).toBe('{"a":1}');
  });
});
