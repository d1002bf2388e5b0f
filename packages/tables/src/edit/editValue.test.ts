import type { FilterType } from '@rowhouse/table-protocol';
import { describe, expect, it } from 'vitest';
import type { ColumnKind } from '../query/ColumnKind.ts';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { resolveTemplate } from '../template/resolveTemplate.ts';
import { editValue } from './editValue.ts';

function sent(
  value: unknown,
  { type, kind, options = {} }: { type: FilterType; kind: ColumnKind; options?: object },
  timeZone = 'UTC',
) {
  const columns = [{ label: 'L', name: 'cell', data: 'rows.cell', ...options }];
  const [column] = resolveTemplate({ routePrefix: 'rows', columns }, defaultTableConfig).columns;
  if (!column) throw new Error('no column');

  return editValue(
    value,
    { type, kind, column, form: null },
    { catalogue: { datesAreUtc: true }, context: { timeZone } },
  );
}

describe('a stored date, as clients send it', () => {
  const day = { type: 'date', kind: 'date' } as const;
  const instant = { type: 'date', kind: 'timestamptz' } as const;

  it.each([
    [new Date('2026-02-03T00:00:00Z'), '2026-02-03'],
    ['2026-02-03', '2026-02-03'],
    ['0987-12-31', '0987-12-31'],
  ])('is the day of %j', (value, text) => expect(sent(value, day)).toBe(text));

  it('is the time of the zone with its distance from UTC, as that tells two equal times apart', () => {
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
    expect(sent(new Date(first), instant, 'Europe/Berlin')).toBe('2026-10-25T02:30:00.000+02:00');
    expect(sent(new Date(second), instant, 'Europe/Berlin')).toBe('2026-10-25T02:30:00.000+01:00');
  });

  it.each(['infinity', '-infinity', '0044-03-15 BC', '2024-05-00', 'soon'])(
    'is the text %j of the database, if that is no date of the calendar',
    (text) => expect(sent(text, day)).toBe(text),
  );

  it.each([
    [Number.POSITIVE_INFINITY, 'infinity'],
    [20260203, '20260203'],
  ])('is the text of %j', (value, text) => expect(sent(value, day)).toBe(text));

  it.each([null, undefined])('is null for %j', (value) => expect(sent(value, day)).toBeNull());

  it('is the text of a value that is no date at all', () => expect(sent(true, day)).toBe('true'));
});

describe('other stored values', () => {
  it('are numbers without zeros at the end, in the unit shown', () => {
    expect(sent('10.500', { type: 'number', kind: 'decimal' })).toBe('10.5');
    expect(sent('1000', { type: 'number', kind: 'integer' })).toBe('1000');
    expect(sent('1050', { type: 'number', kind: 'integer', options: { meta: ['cents'] } })).toBe('10.5');
  });

  it('are true and false, whatever stores them', () => {
    expect([1, 0, true].map((value) => sent(value, { type: 'boolean', kind: 'boolean' }))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are JSON, if the driver has parsed them', () => {
    expect(sent({ a: [1] }, { type: 'string', kind: 'text' })).toBe('{"a":[1]}');
  });
});
