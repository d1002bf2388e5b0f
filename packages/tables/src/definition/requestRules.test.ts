import { expect, it } from 'vitest';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { resolveTemplate } from '../template/resolveTemplate.ts';
import { requestRules } from './requestRules.ts';

const template = resolveTemplate(
  {
    routePrefix: 'orders',
    columns: [
      { label: 'Note', name: 'note', data: 'orders.note', meta: ['filterable'] },
      { label: 'Total', name: 'total', data: 'orders.total' },
    ],
  },
  defaultTableConfig,
);

it('recognises params that are filters', () => {
  const { filterParams } = requestRules(template, {}, { note: 'orders.note' });
  expect([...filterParams]).toEqual([['note', 'orders.note']]);
});

it('refuses a param for a column that is not filterable', () => {
  expect(() => requestRules(template, {}, { amount: 'orders.total' })).toThrow(
    /filterParams of table "orders", "amount" filters "orders.total", which is not filterable. List it under/,
  );
});
