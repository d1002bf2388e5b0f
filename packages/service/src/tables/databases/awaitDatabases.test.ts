import { expect, it } from 'vitest';
import { isUnavailable } from './awaitDatabases.ts';

it('knows the tables of a database that is unavailable by their prefixes', () => {
  const unavailable = new Map([['crm', ['crm', 'sales.old']]]);
  const known = [
    'crm',
    'crm.customers',
    'sales.old.orders',
    'crmx',
    'crmx.customers',
    'sales',
    'sales.older',
  ];
  expect(known.filter((id) => isUnavailable(unavailable, id))).toEqual([
    'crm',
    'crm.customers',
    'sales.old.orders',
  ]);
});
