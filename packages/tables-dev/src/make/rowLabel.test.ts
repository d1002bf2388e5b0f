import { expect, it } from 'vitest';
import type { DescribedColumn } from './DescribedTable.ts';
import { labelOf } from './rowLabel.ts';

const text = (name: string, others: Partial<DescribedColumn> = {}): DescribedColumn => ({
  name,
  kind: 'text',
  type: 'text',
  isNullable: true,
  isReadable: true,
  isOrdered: true,
  values: null,
  list: null,
  isRepeated: false,
  scale: null,
  ...others,
});
const namesOf = (table: string, columns: readonly DescribedColumn[], unique: readonly string[] = []) =>
  labelOf({ name: table, uniqueIndexes: unique.map((column) => [column]), repeatedNames: [] }, columns).map(
    ({ name }) => name,
  );

it.each([
  ['people', ['title', 'last_name', 'first_name', 'email'], ['first_name', 'last_name']],
  ['contacts', ['company_name', 'given_name', 'surname'], ['given_name', 'surname']],
  ['users', ['user_name', 'firstname', 'lastname'], ['firstname', 'lastname']],
  ['Products', ['ProductName', 'QuantityPerUnit'], ['ProductName']],
  ['us_states', ['state_name', 'state_region'], ['state_name']],
  ['product_categories', ['category_name'], ['category_name']],
  ['suppliers', ['contact_name', 'contact_title', 'companyname', 'postal_code'], ['companyname']],
  ['customers', ['email', 'name', 'display_name'], ['name']],
  ['orders', ['ship_name', 'ship_postal_code', 'shipping_title'], []],
  ['addresses', ['postal_code', 'city_name', 'phone_number'], []],
  ['regions', ['region_description'], ['region_description']],
  ['albums', ['artist_name', 'title'], ['title']],
  ['accounts', ['login', 'postal_code'], ['login']],
])('names a row of %s with %j by %j', (table, columns, expected) => {
  expect(
    namesOf(
      table,
      columns.map((name) => text(name)),
    ),
  ).toEqual(expected);
});

it('names a row by the name of something else only if that is unique', () => {
  expect(namesOf('orders', [text('tracking_number'), text('ship_name')], ['tracking_number'])).toEqual([
    'tracking_number',
  ]);
});

it('names no row by values that repeat', () => {
  expect(namesOf('events', [text('name', { isRepeated: true })])).toEqual([]);
  expect(namesOf('events', [text('name', { list: ['start', 'stop'] }), text('title')])).toEqual(['title']);
  expect(namesOf('events', [text('name', { values: ['start', 'stop'] })])).toEqual([]);
  expect(namesOf('events', [text('name', { kind: 'integer' })])).toEqual([]);
});

it('names persons by both names, unless these repeat together', () => {
  const columns = [text('first_name', { isRepeated: true }), text('last_name', { isRepeated: true })];
  const namedBy = (repeatedNames: readonly (readonly string[])[]) =>
    labelOf({ name: 'people', uniqueIndexes: [], repeatedNames }, columns).map(({ name }) => name);

  expect(namedBy([])).toEqual(['first_name', 'last_name']);
  expect(namedBy([['first_name', 'last_name']])).toEqual([]);
});
