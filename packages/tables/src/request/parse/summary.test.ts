import { groupSteps } from '@rowhouse/table-protocol/internal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TableError } from '../../errors.ts';
import { expectFaults, parse, rules } from '../parseRequest.fixture.ts';
import { parseRequest } from '../parseRequest.ts';

const summary = (meta: object) => parse({ meta }).summary;

it('reads facets with the types of their filters', () => {
  expect(summary({ facets: ['orders.status', 'orders.note'] })).toEqual({
    kind: 'facets',
    facets: [
      { data: 'orders.status', type: 'enum' },
      { data: 'orders.note', type: 'string' },
    ],
  });
  expect(summary({ facets: [] })).toBeNull();
});

it('refuses facets of other columns, with a suggestion', () => {
  expectFaults(
    { meta: { facets: ['orders.statu', 'orders.total', 'orders.paid', 'orders.paid'] } },
    {
      'meta.facets.0': 'did you mean orders.status?',
      'meta.facets.1': '"orders.total" is not a filter with a facet',
      'meta.facets.3': 'listed twice',
    },
  );
  expectFaults(
    { meta: { facets: Array.from({ length: 11 }, () => 'orders.paid') } },
    { 'meta.facets': 'send at most 10' },
  );
  expectFaults({ meta: { facets: 'orders.paid' } }, { 'meta.facets': 'is not a list' });
  expectFaults({ meta: { facet: ['orders.paid'] } }, { 'meta.facet': 'did you mean facets?' });
});

it('reads statistics of one column', () => {
  expect(summary({ statistics: 'total' })).toEqual({ kind: 'statistics', column: 'total' });
  expectFaults({ meta: { statistics: 'totals' } }, { 'meta.statistics': 'did you mean total?' });
  expectFaults({ meta: { statistics: ['total'] } }, { 'meta.statistics': 'send one of: number, total.' });
});

it('reads groups, the path and the order', () => {
  const groups = [{ column: 'status' }, { column: 'created_at', step: 'month' }, { column: 'paid' }];

  expect(
    summary({ groups, groupPath: ['', '2026-02-01'], groupSort: { by: 'total', direction: 'DESC' } }),
  ).toEqual({
    kind: 'groups',
    groups: [
      { column: 'status', type: 'enum', step: null },
      { column: 'created_at', type: 'date', step: 'month' },
      { column: 'paid', type: 'boolean', step: null },
    ],
    path: ['', '2026-02-01'],
    sort: { by: 'total', direction: 'DESC' },
  });
  expect(summary({ groups, groupPath: [null, ''] })).toMatchObject({
    path: [null, null],
    sort: { by: 'label', direction: 'ASC' },
  });
  expect(summary({ groups: [{ column: 'paid' }], groupPath: ['true'] })).toMatchObject({ path: [true] });
  expect(summary({ groups: [{ column: 'total' }], groupPath: [12.5] })).toMatchObject({ path: ['12.5'] });
});

it('refuses unknown groups, keys and orders', () => {
  expectFaults(
    { meta: { groups: [{ column: 'statu' }, { column: 'created_at' }, { column: 'paid', step: 'day' }] } },
    {
      'meta.groups.0.column': 'did you mean status?',
      'meta.groups.1.step': 'day, week, month, quarter, year',
      'meta.groups.2.step': 'leave the step out',
    },
  );
  const many = groupSteps.map((step) => ({ column: 'created_at', step }));
  expectFaults({ meta: { groups: many } }, { 'meta.groups': 'send at most 3' });
  const week = { groups: [{ column: 'created_at', step: 'week' }] };
  expectFaults({ meta: { ...week, groupPath: ['2026-02-03'] } }, { 'meta.groupPath.0': 'send 2026-02-02' });
  expectFaults({ meta: { ...week, groupPath: ['soon'] } }, { 'meta.groupPath.0': 'is not a date' });
  expectFaults({ meta: { ...week, groupPath: [null, null] } }, { 'meta.groupPath': 'at most one key' });
  expectFaults(
    { meta: { ...week, groupSort: { by: 'cuont', direction: 'down', than: 'x' } } },
    {
      'meta.groupSort.by': 'did you mean count?',
      'meta.groupSort.direction': 'ASC or DESC',
      'meta.groupSort.than': 'is not a member',
    },
  );
});

it('has one summary, and no path without groups: its loss would widen what an action runs over', () => {
  expectFaults(
    { meta: { statistics: 'total', facets: ['orders.paid'], row: 1 } },
    { 'meta.facets': 'exclude each other', 'meta.statistics': 'meta.row' },
  );
  expectFaults(
    { meta: { groupPath: ['x'], groupSort: { by: 'count' } } },
    { 'meta.groupPath': 'without meta.groups', 'meta.groupSort': 'without meta.groups' },
  );
});

const word = fc.oneof(
  fc.constantFrom<unknown>('status', 'total', 'paid', 'created_at', 'orders.status', 'orders.note', 'month'),
  fc.constantFrom<unknown>(
    '2026-01-01',
    'label',
    'count',
    'DESC',
    null,
    '',
    '__proto__',
    '\0',
    '\ud800',
    1e99,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const list = fc.array(word, { maxLength: 4 });
const level = fc.record({ column: word, step: word }, { requiredKeys: [] });
const members = {
  facets: fc.oneof(list, word),
  statistics: word,
  groups: fc.oneof(fc.array(fc.oneof({ weight: 5, arbitrary: level }, word), { maxLength: 4 }), word),
  groupPath: fc.oneof(list, word),
  groupSort: fc.oneof(fc.record({ by: word, direction: word }, { requiredKeys: [] }), word),
};

it('returns a summary within the rules or one documented error for any input', () => {
  fc.assert(
    fc.property(fc.record(members, { requiredKeys: [] }), (meta) => {
      try {
        const { summary: found } = parseRequest({ meta }, rules);
        expectWithinRules(found);
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        expect(error.code).toBe('tables.invalid_request');
        expect(Object.keys(error.fields ?? {}).every((path) => path.startsWith('meta'))).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

function expectWithinRules(found: ReturnType<typeof summary>): void {
  const { facets, groups, statistics, totals } = rules.summaries;

  expect(Object.isFrozen(found)).toBe(true);
  if (found?.kind === 'facets') expect(found.facets.every(({ data }) => facets.has(data))).toBe(true);
  if (found?.kind === 'statistics') expect(statistics.has(found.column)).toBe(true);
  if (found?.kind === 'groups') {
    expect(found.groups.length).toBeGreaterThan(0);
    expect(found.path.length).toBeLessThanOrEqual(found.groups.length);
    for (const { column, step, type } of found.groups) {
      expect(groups.get(column)?.type).toBe(type);
      expect(step === null).toBe(type !== 'date');
    }
    expect(['label', 'count', ...totals]).toContain(found.sort.by);
  }
}
