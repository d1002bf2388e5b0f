import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRules } from './checkRules.ts';

const rules = (ddl: string) => Object.fromEntries(checkRules(ddl));
const least = (value: string, isExclusive = false) => ({ min: { value, isExclusive } });
const most = (value: string, isExclusive = false) => ({ max: { value, isExclusive } });

describe('checks of a column', () => {
  it.each([
    ["CHECK ((status = ANY (ARRAY['new'::text, 'it''s'::text])))", { status: { choices: ['new', "it's"] } }],
    [
      "CHECK (((status)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))",
      { status: { choices: ['a', 'b'] } },
    ],
    ["check (status in ('a', 'b'))", { status: { choices: ['a', 'b'] } }],
    ["CONSTRAINT `c` CHECK (`status` in (_utf8mb4'a',_utf8mb4'b'))", { status: { choices: ['a', 'b'] } }],
    ["CHECK (status = 'a' OR status = 'b' OR status IS NULL)", { status: { choices: ['a', 'b'] } }],
    ['CHECK (size in (1, 2, -3))', { size: { choices: ['1', '2', '-3'] } }],
    ['CHECK (((rating >= 1) AND (rating <= 5)))', { rating: { ...least('1'), ...most('5') } }],
    [
      'check (`rating` between 1 and 5 and `size` > 0)',
      { rating: { ...least('1'), ...most('5') }, size: least('0', true) },
    ],
    ['CHECK ((price > (0)::numeric))', { price: least('0', true) }],
    ["CHECK ((depth >= '-11000'::integer))", { depth: least('-11000') }],
    ['CHECK (0.5 <= price)', { price: least('0.5') }],
    ['CHECK ((char_length((name)::text) <= 20))', { name: { maxLength: 20 } }],
    ['CHECK (length("Full name") < 20)', { 'Full name': { maxLength: 19 } }],
    [
      'create table t (a int check (a > 1), b int, check (b < 9)) ',
      { a: least('1', true), b: most('9', true) },
    ],
    ["CHECK (a IN ('x','y')), CHECK (a IN ('y','z'))", { a: { choices: ['y'] } }],
    ['-- check (a > 1)\n/* check (b > 1) */ check (c >= -1)', { c: least('-1') }],
  ])('%s', (ddl, expected) => expect(rules(ddl)).toEqual(expected));

  it.each([
    'CHECK ((a > b))',
    'CHECK (a > 0 OR b > 0)',
    "CHECK (status <> 'x')",
    "CHECK (status NOT IN ('x'))",
    'CHECK (lower(a) = a)',
    "CHECK (email ~ '^[^@]+@[^@]+$')",
    'CHECK (a + 1 > 0)',
    'CHECK (NOT (a > 0))',
    'CHECK (a > 0',
    'CHECK (',
    "comment 'check (a > 0)'",
  ])('leaves %s to the database', (ddl) => expect(rules(ddl)).toEqual({}));

  it('keeps what it reads of a check beside what it does not', () => {
    expect(rules('CHECK (a > 0 AND lower(b) = b)')).toEqual({ a: least('0', true) });
  });

  it('reads any text without an error', () => {
    const part = fc.constantFrom(
      'check',
      '(',
      ')',
      '[',
      ']',
      "'",
      '"',
      'and',
      'or',
      'between',
      'in',
      'a',
      '1',
      '-',
      '=',
      '::',
      'any',
      ',',
      '<',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => void checkRules(`check (${parts.join(' ')}`)),
    );
  });
});
