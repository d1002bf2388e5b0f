import fastCheck, { type Arbitrary } from 'fast-check';

/** JSON that `JSON.stringify` cannot write: `1e999`, or a repeated member. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeff\u202e\u200b',
  '👩‍👩‍👧‍👦ﷺZ̷̢͔',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '\\',
  '%',
  '_%\\',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '%s%n%d',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'a\r\nset-cookie: x=1',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '=1+1',
  '0000-00-00',
  '2026-02-30',
  '9999999-01-01',
  '-271822-04-20T00:00:00Z',
  '275760-09-14T00:00:00.000Z',
  '2026-11-21T25:61:61Z',
  '(a+)+$',
  'a'.repeat(5000),
  'é'.repeat(1_000_000 / 2),
  ' '.repeat(900_000),
  `${'a.'.repeat(200_000)}@`,
];

const numbers = [
  '-0',
  '1e999',
  '-1e999',
  '1e-999',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  '99999999999999999999',
  '0.1',
  '-1',
];

const deep = (depth: number) => new RawJson(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const deepObjects = (depth: number) => new RawJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

const others: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { a: { b: null } },
  { length: 5 },
  { toString: 1, valueOf: null },
  Array.from({ length: 20_000 }, (_, index) => index),
  deep(30),
  deep(50_000),
  deepObjects(10_000),
  new RawJson('{"__proto__":{"isAdministrator":true}}'),
  new RawJson('{"constructor":{"prototype":{"isAdministrator":true}}}'),
  new RawJson('{"a":1,"a":2}'),
];

export const hostileText: Arbitrary<string> = fastCheck.oneof(
  fastCheck.constantFrom(...texts),
  fastCheck.string({ unit: 'binary', maxLength: 40 }),
);

/** Any value that a client should not send, of any type. */
export const hostileValue: Arbitrary<unknown> = fastCheck.oneof(
  hostileText,
  fastCheck.constantFrom(...numbers).map((text) => new RawJson(text)),
  fastCheck.constantFrom(...others),
  fastCheck.double().map((number) => (Number.isFinite(number) ? number : null)),
  fastCheck.jsonValue({ maxDepth: 3 }),
);

/** Texts that are not valid JSON. */
export const brokenJson: Arbitrary<string> = fastCheck.constantFrom(
  '',
  '{',
  '{"a":',
  '[1,]',
  "{'a':1}",
  'NaN',
  '\u0000',
  '\ufeff{}',
  '{} {}',
  '"\\ud800"',
  '{"a":"\u0001"}',
  '{"__proto__":1}',
  '<xml/>',
  'a=1&b=2',
);

/** As JSON, including raw parts. */
export function write(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`)
      .join(',')}}`;
  }

  return JSON.stringify(value) ?? 'null';
}
