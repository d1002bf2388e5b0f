import { expect, it } from 'vitest';
import { groupPermissions } from './groupPermissions.ts';

const names = [
  'users.edit',
  'orders.init',
  'core.impersonation.start',
  'orders.destroy',
  'reload',
  'orders.init',
];

it('groups permissions by all but the last part of their names, in the order of the alphabet', () => {
  expect(groupPermissions(names, '')).toEqual([
    { prefix: '', names: ['reload'] },
    { prefix: 'core.impersonation', names: ['core.impersonation.start'] },
    { prefix: 'orders', names: ['orders.destroy', 'orders.init'] },
    { prefix: 'users', names: ['users.edit'] },
  ]);
});

it('keeps the names that contain every word of the search', () => {
  expect(groupPermissions(names, ' INIT  ord')).toEqual([{ prefix: 'orders', names: ['orders.init'] }]);
  expect(groupPermissions(names, 'nothing')).toEqual([]);
});
