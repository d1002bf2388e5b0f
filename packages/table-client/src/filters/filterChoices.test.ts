import { expect, test } from 'vitest';
import { readInit } from '../responses/readInit.ts';
import { column, initResponse } from '../responses/responses.fixture.ts';
import { filterChoices } from './filterChoices.ts';

test("the template's own filters come first, then filterable columns, each with its type", () => {
  expect(filterChoices(initResponse().template).map(({ data, type }) => [data, type])).toEqual([
    ['customers.id', 'select'],
    ['orders.number', 'string'],
    ['orders.status', 'enum'],
    ['orders.total', 'number'],
    ['orders.paid', 'boolean'],
    ['orders.placed_at', 'date'],
    ['orders.due_on', 'date'],
  ]);
});

test('a column that the template has a filter for has no other', () => {
  const { template } = initResponse({
    columns: [
      column({ name: 'at', label: 'At', data: 'orders.at', meta: { datetime: true, filterable: true } }),
    ],
    filters: [{ label: 'When', name: 'when', data: 'orders.at', type: 'date' }],
  });
  expect(filterChoices(template)).toEqual([{ label: 'When', name: 'when', data: 'orders.at', type: 'date' }]);
});

test('a column whose type only the server knows is of that type', () => {
  const { template } = readInit({
    ...initResponse(),
    template: {
      ...initResponse().template,
      filters: [],
      columns: [
        { ...column({ name: 'a', data: 't.a', meta: { filterable: true } }), type: 'number' },
        { ...column({ name: 'b', data: 't.b', meta: { filterable: true } }), type: 'unheard of' },
      ],
    },
  });
  expect(filterChoices(template).map(({ type }) => type)).toEqual(['number', 'string']);
});

test('of several signs of a type the one counts that counts for the server', () => {
  const { template } = initResponse({
    filters: [],
    columns: [
      column({
        name: 'a',
        data: 't.a',
        enum: { x: 'X' },
        meta: { boolean: true, date: true, filterable: true },
      }),
      column({ name: 'b', data: 't.b', enum: { x: 'X' }, meta: { date: true, filterable: true } }),
      column({
        name: 'c',
        data: 't.c',
        enum: { x: 'X' },
        money: { symbol: '€' },
        meta: { filterable: true },
      }),
      column({ name: 'd', data: 't.d', money: { symbol: '€' }, meta: { filterable: true } }),
      column({ name: 'e', meta: { filterable: true } }),
    ],
  });
  expect(filterChoices(template).map(({ type }) => type)).toEqual(['boolean', 'date', 'enum', 'number']);
});
