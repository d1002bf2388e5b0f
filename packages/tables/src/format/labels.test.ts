import { expect, it } from 'vitest';
import { humanised } from './labels.ts';

it.each([
  ['placed_at', 'Placed at'],
  ['placedAt', 'Placed at'],
  ['customer-id', 'Customer ID'],
  ['vat_id', 'VAT ID'],
  ['größe', 'Größe'],
])('labels %s as %s', (name, label) => {
  expect(humanised(name)).toBe(label);
});
