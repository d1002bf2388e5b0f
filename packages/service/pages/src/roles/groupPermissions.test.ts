import { expect, it } from 'vitest';
import { groupPermissions, stateOf } from './groupPermissions.ts';

const permissions = [
  { name: 'users.edit', label: 'Change users', group: 'Users' },
  { name: 'orders.exportExcel', label: 'Export orders', group: 'Orders' },
  { name: 'orders.init', label: 'See the list of orders', group: 'Orders' },
  { name: 'orders.tableData', label: 'See the list of orders', group: 'Orders' },
];
const list = { label: 'See the list of orders', names: ['orders.init', 'orders.tableData'] };

it('groups permissions in alphabetical order, those of the same label as one', () => {
  expect(groupPermissions(permissions, '')).toEqual([
    { name: 'Orders', entries: [{ label: 'Export orders', names: ['orders.exportExcel'] }, list] },
    { name: 'Users', entries: [{ label: 'Change users', names: ['users.edit'] }] },
  ]);
});

it('keeps all permissions of a subject whose label, group or names contain every word of the search', () => {
  expect(groupPermissions(permissions, ' LIST  ord')).toEqual([{ name: 'Orders', entries: [list] }]);
  expect(groupPermissions(permissions, 'orders.tabledata')).toEqual([{ name: 'Orders', entries: [list] }]);
  expect(groupPermissions(permissions, 'nothing')).toEqual([]);
});

it('returns whether all, some or none are selected', () => {
  expect(stateOf(list, new Set(['orders.init', 'orders.tableData']))).toBe('all');
  expect(stateOf(list, new Set(['orders.init', 'users.edit']))).toBe('some');
  expect(stateOf(list, new Set(['users.edit']))).toBe('none');
});
