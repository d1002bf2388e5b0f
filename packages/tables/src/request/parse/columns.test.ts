import { describe, expect, test } from 'vitest';
import { expectFaults, parse } from '../parseRequest.fixture.ts';

describe('columns', () => {
  test('count if they have a sort, with any meta.sort', () => {
    const columns = [
      { name: 'total', meta: { sort: 'ASC' } },
      { name: 'customer', meta: { sort: null } },
    ];
    const sort = [{ column: 'total', direction: 'ASC' }];
    expect(parse({ columns, meta: { sort: false } })).toMatchObject({ sort, unsorted: false });
  });

  test.each([[false], ['false'], [0], ['0']])(
    'request no sort with meta.sort as %j and none of their own',
    (sort) => {
      expect(parse({ columns: [], meta: { sort } })).toMatchObject({ sort: [], unsorted: true });
    },
  );

  test.each([[undefined], [null], [''], [true], ['1']])(
    'request the default order with meta.sort as %j and none of their own',
    (sort) => {
      expect(parse({ columns: [], meta: { sort } })).toMatchObject({ sort: [], unsorted: false });
    },
  );

  test('cannot be declared searchable or sortable by the client', () => {
    const columns = [{ name: 'note', meta: { searchable: true, sortable: true, sort: 'ASC' } }];
    expectFaults(
      { columns },
      { 'columns.0.meta.sort': '"note" cannot be sorted by; columns that can: customer, total.' },
    );
  });

  test.each(['asc', 'desc', 'ASC; drop table', 1, true, ['ASC'], { ASC: 1 }])(
    'refuses the direction %j',
    (sort) => {
      expectFaults(
        { columns: [{ name: 'total', meta: { sort } }] },
        { 'columns.0.meta.sort': 'send ASC or DESC' },
      );
    },
  );

  test.each([
    [['total', 'total'].map((name) => ({ name })), { 'columns.1.name': 'listed twice' }],
    [[{ name: ['total'] }], { 'columns.0.name': 'A list is not a column' }],
    [[{}], { 'columns.0.name': 'A missing value is not a column' }],
    [
      [{ name: 'constructor' }, { name: '__proto__' }],
      { 'columns.0.name': 'not a column', 'columns.1.name': 'not a column' },
    ],
    [[{ name: 'total', meta: 'x' }], { 'columns.0.meta': 'is not an object' }],
    [[{ name: 'total', meta: { visible: 'no' } }], { 'columns.0.meta.visible': 'not a boolean' }],
    [['total'], { 'columns.0': 'is not an object', 'columns.0.name': 'A missing value' }],
    [{ 0: { name: 'total' } }, { columns: 'An object is not a list' }],
  ])('refuses %j', (columns, expected) => {
    expectFaults({ columns }, expected);
  });
});
