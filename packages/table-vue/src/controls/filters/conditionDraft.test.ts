import type { Translate } from '@rowhouse/table-client';
import type { FilterChoice, WhereCondition } from '@rowhouse/table-client/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparisonOf, formComparisons, groupComparisons } from './comparisons.ts';
import { type ConditionDraft, conditionDraft, emptyCondition, readCondition } from './conditionDraft.ts';
import { describeCondition } from './describeCondition.ts';

const translate: Translate = (text, params = {}) =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(params[name] ?? all));
const choice = (type: FilterChoice['type'], more: Partial<FilterChoice> = {}): FilterChoice => ({
  label: 'Label',
  name: 'name',
  data: 'goods.name',
  type,
  ...more,
});
/** A draft of a form's comparison. */
const draftOf = (own: FilterChoice, key: string, entered: Partial<ConditionDraft>): ConditionDraft => {
  const comparison = formComparisons(own, true).find((one) => one.key === key);
  if (!comparison) throw new Error(`There is no comparison ${key}.`);
  return { ...emptyCondition(own, [comparison]), ...entered };
};
const conditionOf = (draft: ConditionDraft): WhereCondition => {
  const read = readCondition(draft, translate);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.condition;
};
const plainOf = (own: FilterChoice, condition: Omit<WhereCondition, 'data'>): WhereCondition => ({
  data: own.data,
  plain: { label: own.label, type: own.type },
  ...condition,
});

const dates = { dateFormat: 'd.m.Y', timeZone: 'Asia/Tokyo' };
const word = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^(\.\d{1,5})?$/))
  .map((parts) => parts.join(''));
const day = fc
  .date({ min: new Date('0001-01-02'), max: new Date('9998-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const option = word.map((id) => ({ id, name: id }));

describe('a filter that is opened again', () => {
  test.each([
    [
      'boolean',
      'value',
      fc.boolean().map((value) => ({ options: [{ id: String(value), name: String(value) }] })),
    ],
    ['enum', 'values', fc.array(option, { minLength: 1 }).map((options) => ({ options }))],
    [
      'select',
      'values',
      fc
        .array(fc.record({ id: fc.oneof(fc.nat(), word), name: word }), { minLength: 1 })
        .map((options) => ({ options })),
    ],
    ['string', 'full', word.map((text) => ({ text }))],
    ['string', 'endsWith', word.map((text) => ({ text }))],
    ['string', 'exactMatch', word.map((text) => ({ text }))],
    ['string', 'isNot', word.map((text) => ({ text }))],
    ['number', 'value', decimal.map((text) => ({ text }))],
    [
      'number',
      'range',
      fc.oneof(
        decimal.map((min) => ({ min })),
        decimal.map((max) => ({ max })),
      ),
    ],
    ['number', 'atLeast', decimal.map((text) => ({ text }))],
    ['date', 'day', day.map((text) => ({ text }))],
    ['date', 'range', day.map((min) => ({ min }))],
    [
      'date',
      'range',
      fc
        .uniqueArray(day, { minLength: 2, maxLength: 2 })
        .map((days) => days.sort())
        .map(([min = '', max = '']) => ({ min, max })),
    ],
    ['date', 'before', day.map((text) => ({ text, relative: null }))],
    [
      'date',
      'is',
      fc.constantFrom<Partial<ConditionDraft>>(
        { relative: 'last', unit: 'week', count: '3' },
        { relative: 'this', unit: 'month' },
      ),
    ],
  ] as [FilterChoice['type'], string, fc.Arbitrary<Partial<ConditionDraft>>][])(
    'has what was entered: %s, %s',
    (type, key, entries) => {
      const own = choice(type);
      fc.assert(
        fc.property(entries, (entered) => {
          const draft = draftOf(own, key, entered);
          const condition = conditionOf(draft);
          const again = conditionDraft(condition, own, formComparisons(own, true, condition), dates);
          expect(again).toMatchObject({ ...entered, comparison: draft.comparison });
          expect(conditionOf(again)).toEqual(condition);
        }),
      );
    },
  );

  test.each<[FilterChoice['type'], Omit<WhereCondition, 'data'>, string]>([
    ['enum', { operator: 'is', value: 'open' }, 'given is'],
    ['number', { operator: 'anyOf', value: ['1', '2'] }, 'given anyOf'],
    ['date', { operator: 'is', value: '2026-02-03' }, 'day'],
    ['date', { operator: 'between', value: { min: '2026-02-03', max: '2026-02-03' } }, 'day'],
    ['date', { operator: 'between', value: { min: '2026-02-03', max: null } }, 'range'],
  ])('has its own comparison: %s, %j', (type, given, key) => {
    const own = choice(type);
    const condition = plainOf(own, given);
    const comparisons = formComparisons(own, true, condition);
    expect(conditionDraft(condition, own, comparisons, dates).comparison.key).toBe(key);
  });

  test('offers the operator of a condition instead of one with the same name', () => {
    const own = choice('string');
    const given = { data: own.data, operator: 'is', value: 'x' } as const;
    const comparisons = formComparisons(own, true, given);
    expect(comparisonOf(given, comparisons)).toMatchObject({ key: 'given is' });
    expect(comparisons.filter(({ text }) => text === 'is')).toHaveLength(1);
    expect(conditionOf(conditionDraft(given, own, comparisons, dates))).toEqual(given);
  });
});

describe('a filter in words', () => {
  const keys = { a: 'Open', b: 'Done', c: 'Sent', d: 'Lost' };

  test.each<[FilterChoice, Omit<WhereCondition, 'data'>, string]>([
    [choice('boolean'), { operator: 'is', value: true }, 'Yes'],
    [choice('boolean'), { operator: 'is', value: false }, 'No'],
    [choice('enum', { enum: keys }), { operator: 'anyOf', value: ['a', 'b'] }, 'Open, Done'],
    [
      choice('enum', { enum: keys }),
      { operator: 'anyOf', value: ['a', 'b', 'c', 'd'] },
      'Open, Done, Sent and 1 more',
    ],
    [choice('enum', { enum: keys }), { operator: 'anyOf', value: ['gone'] }, 'gone'],
    [choice('select'), { operator: 'anyOf', value: [7, 8], valueLabels: ['Germany'] }, 'Germany, 8'],
    [choice('number'), { operator: 'is', value: '12.50' }, '12.50'],
    [choice('number'), { operator: 'between', value: { min: '1', max: '2' } }, '1 – 2'],
    [choice('number'), { operator: 'between', value: { min: '1', max: null } }, 'from 1'],
    [choice('number'), { operator: 'between', value: { max: 2 } }, 'up to 2'],
    [choice('string'), { operator: 'contains', value: 'x' }, '“x”'],
    [choice('string'), { operator: 'startsWith', value: 'x' }, 'starts with “x”'],
    [choice('string'), { operator: 'doesNotContain', value: '{text}' }, 'without “{text}”'],
    [
      choice('date'),
      { operator: 'between', value: { min: '2026-11-01', max: '2026-11-20' } },
      '01.11.2026 – 20.11.2026',
    ],
    [choice('date'), { operator: 'between', value: { min: '2026-11-01', max: null } }, 'from 01.11.2026'],
    [choice('date'), { operator: 'is', value: '2026-11-01' }, '01.11.2026'],
    [choice('date'), { operator: 'between', value: { min: '2026-11-01', max: '2026-11-01' } }, '01.11.2026'],
    // From an old address; in the zone it is the next day.
    [
      choice('date'),
      { operator: 'between', value: { min: null, max: '2026-11-01T15:00:00.000Z' } },
      'up to 02.11.2026',
    ],
  ])('says what it lets through (%#)', (own, condition, expected) => {
    const context = { choices: [own], translate, dates };
    expect(describeCondition(plainOf(own, condition), context)).toBe(`Label: ${expected}`);
  });

  test('names the operators of other conditions, and how they are joined', () => {
    const [text, number, state] = [
      choice('string', { data: 't', label: 'Text' }),
      choice('number', { data: 'n', label: 'Number' }),
      choice('enum', { data: 's', label: 'Status', enum: keys }),
    ];
    const context = { choices: [text, number, state], translate, dates };
    expect(
      describeCondition(
        {
          all: [
            { data: 't', operator: 'is', value: 'x' },
            {
              any: [
                { data: 'n', operator: 'between', value: { min: '1' } },
                { not: { data: 's', operator: 'anyOf', value: ['a'] } },
              ],
            },
            { data: 'gone', operator: 'isEmpty' },
          ],
        },
        context,
      ),
    ).toBe('Text is “x” and (Number is between 1 – … or not (Status is any of Open)) and gone is empty');
  });
});

describe('a condition of a group', () => {
  test('has every operator of the column, but no lists of booleans', () => {
    expect(groupComparisons(choice('boolean')).map(({ key }) => key)).toEqual([
      'is',
      'isNot',
      'isEmpty',
      'isNotEmpty',
    ]);
    expect(groupComparisons(choice('date')).every(({ isPlain }) => !isPlain)).toBe(true);
  });
});
