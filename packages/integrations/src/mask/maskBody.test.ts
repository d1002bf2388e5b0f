import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyText, createMask } from './createMask.ts';

const mask = createMask({ keys: ['partnerCode', 'code7'] });

describe('a body of JSON', () => {
  it.each([
    [
      '{"total":1.5,"tags":["a",null,true],"city":"Cluj"}',
      '{"total":1.5,"tags":["a",null,true],"city":"Cluj"}',
    ],
    ['{ "pin" : 1234,\n\t"id": 7 }', '{"pin":"***","id":7}'],
    ['{"pass\\u0077ord":"Kq7"}', '{"password":"***"}'],
    ['{"password":"Kq7","password":null}', '{"password":null}'],
    ['{"a":{"pin":1},"a":2}', '{"a":2}'],
    ['{"pin":null,"token":"","secret":false}', '{"pin":null,"token":"","secret":false}'],
    ['{"value":"Kq7","name":"password"}', '{"value":"***","name":"password"}'],
    [
      '[{"key":"X-Api-Key","content":17},{"key":"city","content":17}]',
      '[{"key":"X-Api-Key","content":"***"},{"key":"city","content":17}]',
    ],
    ['["Authorization","Kq7","Accept","*/*"]', '["Authorization","***","Accept","*/*"]'],
    [
      '{"code":"Kq7","redirect_uri":"https://a.example"}',
      '{"code":"***","redirect_uri":"https://a.example"}',
    ],
    ['{"__proto__":{"pin":1},"id":7}', '{"__proto__":{"pin":"***"},"id":7}'],
    ['{"code7":"Kq7","code8":"Cluj"}', '{"code7":"***","code8":"Cluj"}'],
    ['{"log":"{\\"pin\\": 1}"}', '{"log":"{\\"pin\\":\\"***\\"}"}'],
    ['{"log":"{ \\"id\\": 1 }"}', '{"log":"{ \\"id\\": 1 }"}'],
    [
      '{"log":["at 2026-01-05T10:15:30.000Z","2026-01-05 10:15"]}',
      '{"log":["at 2026-01-05T10:15:30.000Z","2026-01-05 10:15"]}',
    ],
    ['{"a":"\\u0000\\ud800"}', '{"a":"\uFFFD\uFFFD"}'],
    ['{"n":-0,"m":1e21,"o":1.50}', '{"n":-0,"m":1e21,"o":1.50}'],
    ['{ "2": 1,\n "1": [ 1.10 ] }', '{ "2": 1,\n "1": [ 1.10 ] }'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"pin":1,"a":1.10,"b":1.0,"c":-0,"d":1E3}', '{"pin":"***","a":1.10,"b":1.0,"c":-0,"d":1E3}'],
    ['{"log":"{\\"pin\\":1,\\"a\\":1.10}"}', '{"log":"{\\"pin\\":\\"***\\",\\"a\\":1.10}"}'],
    ['{"n":4111111111111111}', '{"n":"***"}'],
    ['"Bearer Kq7canaryZx9"', '"Bearer ***"'],
    ['{"pin":"Kq7', '"{\\"pin\\":\\"***"'],
    ['{"a":1}x', '"{\\"a\\":1}x"'],
  ])('%s becomes %s, as text and as bytes', (given, shown) => {
    expect(bodyText(mask, given, 'application/json')).toBe(shown);
    expect(bodyText(mask, Buffer.from(given), 'application/json')).toBe(shown);
    expect(mask.body(given, null)).toEqual(JSON.parse(shown));
  });

  it.each([
    [
      '{"id":12345678901234567890,"at":0.12345678901234567}',
      '{"id":12345678901234567890,"at":0.12345678901234567}',
    ],
    ['{"pin":12345678901234567890}', '{"pin":"***"}'],
    ['["pin",12345678901234567890]', '["pin","***"]'],
    ['[5500000000000004.0]', '["***"]'],
    ['{"id":1e400}', '{"id":1e400}'],
    ['{"pin":1,"id":12345.678901234567}', '{"pin":"***","id":12345.678901234567}'],
    ['{"pin":1,"id":0.0000001}', '{"pin":"***","id":0.0000001}'],
  ])('%s becomes %s, with all digits', (given, shown) => {
    expect(bodyText(mask, given, 'application/json')).toBe(shown);
  });

  it('has numbers of JavaScript, read as a value', () => {
    expect(mask.body('{"id":12345678901234567890}', null)).toEqual({ id: Number('12345678901234567890') });
  });
});

describe('a secret', () => {
  const secrets = [
    ['4111 1111 1111 1111', '***'],
    ['4111-1111-1111-1111', '***'],
    ['4111\u00a01111\u00a01111\u00a01111', '***'],
    ['5500000000000004', '***'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl', '***'],
    ['Bearer Kq7', 'Bearer ***'],
    ['basic dXNlcjpzZWNyZXQ=', 'basic ***'],
    ['basic dXM6cHcx', 'basic ***'],
    ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '***'],
    ['AKIAIOSFODNN7EXAMPLE', '***'],
    ['xoxb-1234567890-abcdefghij', '***'],
    ['https://user:pw@example.com/', 'https://***@example.com/'],
    ['https://a.example/b?key=Kq7&b=2', 'https://a.example/b?key=***&b=2'],
    ['-----BEGIN PRIVATE KEY----- Kq7 -----END PRIVATE KEY-----', '***'],
    ['<password>Kq7</password>', '<password>***</password>'],
    ['&lt;pin&gt;1234&lt;/pin&gt;', '&lt;pin&gt;***&lt;/pin&gt;'],
    ['<field name="pin" value="1234"/>', '<field name="pin" value="***"/>'],
    ['password=Kq7', 'password=***'],
    ['password%3DKq7', 'password%3D***'],
    ['token: Kq7;', 'token: ***;'],
    ["the token 'Kq7canaryZx9'", "the token '***'"],
    ['the token a1b2c3d4e5f6a7b8', 'the token ***'],
    ['partner_code=Kq7', 'partner_code=***'],
  ] as const;
  /** Texts in which no rule finds anything, up to the longest that is read without the rules. */
  const words = fc
    .array(
      fc.constantFrom(
        'Ada',
        'order 12',
        'SKU-17-1',
        '6.50 EUR',
        'Straße',
        '😀',
        'was refused (again)',
        '+49 30',
      ),
      {
        maxLength: 20,
      },
    )
    .map((list) => list.join(', '));

  it('is hidden between any words, and these stay', () => {
    fc.assert(
      fc.property(words, fc.constantFrom(...secrets), words, (before, [secret, shown], after) => {
        expect(mask.text(`${before}, ${secret} , ${after}`)).toBe(`${before}, ${shown} , ${after}`);
        expect(mask.body({ note: `${before}, ${secret} , ${after}` }, null)).toEqual({
          note: `${before}, ${shown} , ${after}`,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('is hidden in a text of any length', () => {
    for (const length of [10, 4_000, 4_096, 5_000, 100_000]) {
      const before = 'word '.repeat(length / 5);
      for (const [secret, shown] of secrets) {
        expect(mask.text(`${before}${secret} , end`)).toBe(`${before}${shown} , end`);
      }
    }
  });
});

describe('a URL', () => {
  it.each([
    ['/orders/12?page=2&sort=a%20b#top', '/orders/12?page=2&sort=a%20b#top'],
    ['/orders?%70assword=Kq7&b=1', '/orders?%70assword=***&b=1'],
    ['https://u:p@example.com/a', 'https://***@example.com/a'],
    ['//u@example.com', '//***@example.com'],
    ['https://session:8080/a', 'https://session:***'],
    ['/in?key=Kq7&b=1', '/in?key=***&b=1'],
    ['/in?code=Kq7&state=1', '/in?code=***&state=1'],
    ['/in?code=RO', '/in?code=RO'],
    ['/token/8f3c9a7b2d1e', '/token/***'],
    ['/a?next=https%3A%2F%2Fb.example%2F%3Ftoken%3DKq7', '/a?next=https://b.example/%3Ftoken%3D***'],
    ['ftp://example.com/a;pin=1;b=2', 'ftp://example.com/a;pin=***;b=2'],
  ])('%s becomes %s', (url, shown) => {
    expect(mask.url(url)).toBe(shown);
  });
});

it('calls a mask created by another mask for its own body', () => {
  const own = { ...mask, body: () => '***' };

  expect(bodyText(own, { a: 1 }, null)).toBe('"***"');
  expect(bodyText(mask, { a: 1 }, null)).toBe('{"a":1}');
});
