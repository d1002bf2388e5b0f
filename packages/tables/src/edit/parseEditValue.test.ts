import type { FilterType } from '@rowhouse/table-protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EditedValue } from '../definition/TableEdit.ts';
import { TableError } from '../errors.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { StoredForm } from '../query/StoredForm.ts';
import { Faults } from '../request/parse/Faults.ts';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { resolveTemplate } from '../template/resolveTemplate.ts';
import { parseEditValue } from './parseEditValue.ts';
import { schemaFault } from './schemaFault.ts';

const colours = { 1: 'Red', 2: 'Blue' };
const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati'];

interface Kind {
  readonly type: FilterType;
  readonly kind: ColumnKind;
  readonly options?: object;
  readonly schema?: object;
  readonly isNullable?: boolean;
  readonly form?: StoredForm | null;
}

function parse(
  value: unknown,
  { type, kind, options = {}, schema, isNullable = true, form = null }: Kind,
  timeZone = 'UTC',
): EditedValue {
  const columns = [{ label: 'L', name: 'cell', data: 'rows.cell', ...options }];
  const [column] = resolveTemplate({ routePrefix: 'rows', columns }, defaultTableConfig).columns;
  if (!column) throw new Error('no column');

  const faults = new Faults();
  const parsed = parseEditValue(
    value,
    {
      column,
      options: schema ? { schema } : {},
      type,
      kind,
      form,
      isNullable,
      labels: column.enum ? colours : null,
    },
    { timeZone, schemaFault },
    { path: 'value', faults },
  );
  faults.throwIfAny();

  return parsed;
}

function outcome(...given: Parameters<typeof parse>): EditedValue | { refused: string } {
  try {
    return parse(...given);
  } catch (error) {
    if (!(error instanceof TableError) || error.code !== 'tables.invalid_request') throw error;

    return { refused: error.fields?.value?.[0] ?? '' };
  }
}

const kinds: readonly Kind[] = [
  { type: 'boolean', kind: 'boolean' },
  { type: 'number', kind: 'decimal', options: { money: { precision: 2 } } },
  { type: 'number', kind: 'integer', options: { meta: ['cents'] } },
  { type: 'number', kind: 'integer' },
  { type: 'date', kind: 'date', options: { meta: ['date'] } },
  { type: 'date', kind: 'timestamptz', options: { meta: ['datetime'] } },
  { type: 'enum', kind: 'integer', options: { enum: 'colours' } },
  { type: 'select', kind: 'integer' },
  { type: 'string', kind: 'text' },
];

/** What a stored value of a kind looks like. */
const forms: Readonly<Record<FilterType, RegExp>> = {
  boolean: /^(true|false)$/,
  number: /^-?\d{1,42}(\.\d{1,2})?$/,
  date: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?$/,
  enum: /^[12]$/,
  select: /^-?\d{1,19}$/,
  string: /^[^\0]{0,10000}$/s,
};

it('stores or refuses any value, with a reason', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('__proto__', 'constructor', 'NaN', '1e9', '0x1', '-0', '٣', '2026-02-30', '1.', "'--"),
    fc.stringMatching(/^-?\d{1,45}(\.\d{0,5})?$/),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const value = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
  fc.assert(
    fc.property(value, fc.constantFrom(...kinds), fc.constantFrom(...zones), (sent, kind, zone) => {
      const result = outcome(sent, kind, zone);
      if (result === null) expect(sent).toBeNull();
      else if (typeof result === 'object' && 'refused' in result)
        expect(result.refused).toMatch(/^.+[;:] .+\.$/s);
      else expect(String(result)).toMatch(forms[kind.type]);
    }),
    { numRuns: 500 },
  );
});

it('keeps every digit, in the unit of the database', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (hundredths) => {
      const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
      const text = `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      const cents = parse(text, { type: 'number', kind: 'integer', options: { meta: ['cents'] } });
      const money = String(
        parse(text, { type: 'number', kind: 'decimal', options: { money: { precision: 2 } } }),
      );
      expect(cents).toBe(String(hundredths));
      const [whole = '', fraction = ''] = money.split('.');
      expect(BigInt(whole.replace('-', '') + fraction.padEnd(2, '0'))).toBe(BigInt(digits));
    }),
    { numRuns: 200 },
  );
});

it.each([
  ['2026-07-01', 'date', 'UTC', '2026-07-01'],
  ['2026-07-01', 'timestamptz', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
  ['2026-07-01T10:00', 'timestamp', 'America/New_York', '2026-07-01T14:00:00.000Z'],
  ['2026-07-01T10:00Z', 'timestamp', 'America/New_York', '2026-07-01T10:00:00.000Z'],
  ['2026-07-01', 'other', 'America/New_York', '2026-07-01'],
] as const)('reads %s for a column of kind %s in %s', (value, kind, zone, stored) => {
  expect(parse(value, { type: 'date', kind, options: { meta: ['date'] } }, zone)).toBe(stored);
});

it('names the column of an unknown key, not a filter', () => {
  const colour = { type: 'enum', kind: 'integer', options: { enum: 'colours' } } as const;
  expect(outcome('3', colour)).toEqual({
    refused: '"3" is not a key of the column "cell"; send one of: 1, 2.',
  });
});

it('refuses a missing value for a required column, and values that the schema refuses', () => {
  expect(outcome(null, { type: 'boolean', kind: 'boolean', isNullable: false })).toMatchObject({
    refused: expect.stringContaining('cannot be empty'),
  });
  const schema = { type: 'number', minimum: 1, maximum: 5 };
  const rated = { type: 'number', kind: 'integer', schema } as const;
  expect([outcome('5', rated), outcome(1, rated)]).toEqual(['5', '1']);
  for (const value of ['0', 6, null]) expect(outcome(value, rated)).toHaveProperty('refused');
  const spelled = { anyOf: [{ type: 'null' }, { type: 'string', pattern: '^[A-Z]' }] };
  expect(outcome('low', { type: 'string', kind: 'text', schema: spelled })).toMatchObject({
    refused: expect.stringContaining('^[A-Z]'),
  });
  const long = { type: 'string', kind: 'text', schema: { type: 'string', maxLength: 20_000 } } as const;
  expect(outcome('x'.repeat(20_000), long)).toHaveLength(20_000);
  expect(outcome('x'.repeat(20_001), long)).toHaveProperty('refused');
});
