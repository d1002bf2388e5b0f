import { expect, it } from 'vitest';
import { humanised, valueLabels } from './labels.ts';

it.each([
  ['placed_at', 'Placed at'],
  ['placedAt', 'Placed at'],
  ['customer-id', 'Customer ID'],
  ['vat_id', 'VAT ID'],
  ['größe', 'Größe'],
])('labels %s as %s', (name, label) => {
  expect(humanised(name)).toBe(label);
});

it.each([
  [
    ['in_stock', 'sold'],
    ['In stock', 'Sold'],
  ],
  [
    ['', 'vat_id'],
    ['', 'VAT ID'],
  ],
  // A sign or a capital that tells values apart, or equal labels.
  [
    ['A+', 'A-'],
    ['A+', 'A-'],
  ],
  [
    ['in_stock', 'PG-13'],
    ['in_stock', 'PG-13'],
  ],
  [
    ['in_stock', 'in-stock'],
    ['in_stock', 'in-stock'],
  ],
])('labels the values %j as %j', (values, labels) => {
  expect(values.map((value) => valueLabels(values)[value])).toEqual(labels);
});
