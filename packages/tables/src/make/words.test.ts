import { expect, it } from 'vitest';
import { humanised, isSecret, isSummable } from './words.ts';

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
  'password',
  'passwordHash',
  'api_key',
  'apiKey',
  'reset_token',
  'salt',
  'client_secret',
  'pin',
  'totp_seed',
  'key',
  'signing_key',
  'SSH Key',
  'sessionId',
  'user_pwd',
])('leaves out %s', (name) => expect(isSecret(name)).toBe(true));

it.each([
  'name',
  'shipping',
  'keyboard',
  'opinion',
  'spinning',
  'compass',
  'foreign_key',
  'sort_key',
  'monkey',
])('shows %s', (name) => expect(isSecret(name)).toBe(false));

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
] as const)('decides for %s, of kind %s, whether it is totalled: %s', (name, kind, expected) => {
  expect(isSummable(name, kind)).toBe(expected);
});
