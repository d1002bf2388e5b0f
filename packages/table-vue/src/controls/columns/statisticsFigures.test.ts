import type { TableColumn } from '@rowhouse/table-client';
import type { Statistics } from '@rowhouse/table-protocol';
import { type ColumnFlag, columnFlags } from '@rowhouse/table-protocol/internal';
import { expect, test } from 'vitest';
import { statisticsFigures } from './statisticsFigures.ts';

const statistics: Statistics = {
  count: 12_345,
  empty: 1,
  distinct: 1_204,
  min: null,
  max: null,
  sum: null,
  average: null,
};
const column = (more: Partial<TableColumn>, tag?: ColumnFlag): TableColumn => ({
  ...{
    name: 'x',
    label: 'X',
    visible: true,
    hidden: false,
    sort: null,
    sortPosition: null,
    canSort: false,
    canUnsort: false,
    width: null,
  },
  pinned: null,
  ...more,
  meta: {
    ...(Object.fromEntries(columnFlags.map((flag) => [flag, flag === tag])) as Record<ColumnFlag, boolean>),
    visible: true,
    hidden: false,
    sort: null,
  },
});
const texts = (given: Partial<Statistics>, of: TableColumn) =>
  Object.fromEntries(
    statisticsFigures({ ...statistics, ...given }, of, (text) => text).map(({ name, text }) => [name, text]),
  );

test('A column of texts has counts only', () => {
  expect(texts({}, column({}))).toEqual({
    'Number of rows': '12,345',
    'Without a value': '1',
    'Different values': '1,204',
  });
});

test('The figures of numbers are formatted like the cells, and others in the page’s language', () => {
  const money = { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%s%v' };
  const given = { min: '-1.00', max: '99.50', sum: '1,234,567.50', average: '12.35' };
  expect(texts(given, column({ number: money }))).toMatchObject({
    Smallest: '€-1.00',
    Largest: '€99.50',
    Sum: '€1,234,567.50',
    Average: '€12.35',
  });
  expect(texts({ min: 0, sum: 1234567.5 }, column({}))).toMatchObject({ Smallest: '0', Sum: '1,234,567.5' });
});

test('Dates are as the server has formatted them', () => {
  expect(texts({ min: '2026', max: '2027' }, column({}, 'date'))).toMatchObject({
    Earliest: '2026',
    Latest: '2027',
  });
});
