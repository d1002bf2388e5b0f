import { expect, it } from 'vitest';
import { isSummable } from './words.ts';

it.each([
  ['total', 'decimal', true],
  ['balance', 'decimal', true],
  ['tax_rate', 'decimal', false],
  ['latitude', 'decimal', false],
  ['items', 'integer', true],
  ['shipping_cents', 'integer', true],
  ['priority', 'integer', false],
  ['tracking_number', 'integer', false],
  ['year', 'integer', false],
  ['unit_price', 'decimal', false],
  ['UnitPrice', 'decimal', false],
  ['unitprice', 'decimal', false],
  ['price_cents', 'integer', false],
  ['discount', 'decimal', false],
  ['discount_amount', 'decimal', true],
  ['total_price', 'decimal', true],
  ['account_count', 'integer', true],
  ['freight', 'decimal', true],
  ['tax', 'decimal', true],
  ['lng', 'decimal', false],
  ['fiscal_year', 'decimal', false],
] as const)('decides for %s, of kind %s, whether it is totalled: %s', (name, kind, expected) => {
  expect(isSummable(name, kind)).toBe(expected);
});
