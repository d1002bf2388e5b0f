import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canary, card, jwt, secretNames } from './createMask.fixture.ts';
import { createMask } from './createMask.ts';

const mask = createMask({ keys: ['partnerCode'] });

describe('a mask with hostile input', () => {
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

  it('reveals no planted secret of JSON at any depth', () => {
    fc.assert(
      fc.property(planted, (body) => {
        expect(JSON.stringify(mask.body(body, null))).not.toContain(canary);
        expect(JSON.stringify(mask.body(JSON.stringify(body), 'application/json'))).not.toContain(canary);
      }),
      { numRuns: 200 },
    );
  });

  it('returns text that PostgreSQL takes', () => {
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

  it('returns JSON, and the same when masked again', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (body) => {
        const once = mask.body(body, null);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
        // A text is quoted again, since a body that is a text may itself be JSON.
        expect(mask.body(typeof once === 'string' ? JSON.stringify(once) : once, null)).toEqual(once);
      }),
      { numRuns: 500, examples: [['""'], ['"1"'], ['"{\\"pin\\":1}"']] },
    );
  });

  it.each([
    [new Map([['pw:0', ' ']]), { 'pw:***': '***' }],
    [{ 'session:17': 'Ada' }, { 'session:***': '***' }],
    [{ '{"pin":1}': 'Ada' }, { '{"pin":"***"}': '***' }],
    [
      { name: 'pw:0', value: 'Ada' },
      { name: 'pw:***', value: '***' },
    ],
    [new Set(['pin: 17', 'Ada']), ['pin: ***', 'Ada']],
    [
      ['pw: 17, value', 'Ada'],
      ['pw: ***, value', 'Ada'],
    ],
  ])('shows %j the same when masked again: a name is masked with its own value', (body, shown) => {
    expect(mask.body(body, null)).toEqual(shown);
    expect(mask.body(shown, null)).toEqual(shown);
    expect(mask.body(JSON.stringify(shown), 'application/json')).toEqual(shown);
  });

  it('masks a header with a secret as its name only when it is shown', () => {
    expect(mask.headers({ 'pw:0': 'Ada', 'x-note': 'Ada' })).toEqual({ 'pw:***': '***', 'x-note': 'Ada' });
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

  it.each(['a', '\\"', '\\', '",', '1.10,', '0', '.0'])(
    'gets through a body of JSON that ends within very many %j',
    (unit) => {
      for (const start of ['{"total":1.10,"name":"', '{"total":1.10,"list":['])
        expect(mask.body(start + unit.repeat(800_000 / unit.length), 'application/json')).toContain('1.10');
    },
  );

  it('reveals no planted secret in positions of many kinds', () => {
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
