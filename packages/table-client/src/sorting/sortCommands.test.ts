import { expect, test } from 'vitest';
import type { SortEntry } from '../table/TableState.ts';
import { toggledSort } from './sortCommands.ts';

const asc = (name: string): SortEntry => ({ name, direction: 'ASC' });
const desc = (name: string): SortEntry => ({ name, direction: 'DESC' });

test.each<[string, SortEntry[], boolean, SortEntry[]]>([
  ['none becomes ascending', [], false, [asc('a')]],
  ['ascending becomes descending', [asc('a')], false, [desc('a')]],
  ['descending becomes none', [desc('a')], false, []],
  ['alone, it takes the place of all others', [asc('b'), asc('a'), desc('c')], false, [desc('a')]],
  ['alone and none, it leaves no others', [asc('b'), desc('a')], false, []],
  ['added, it comes last', [desc('b'), asc('c')], true, [desc('b'), asc('c'), asc('a')]],
  ['added, it keeps its place', [asc('a'), asc('b')], true, [desc('a'), asc('b')]],
  ['added and none, it leaves the others', [desc('a'), asc('b')], true, [asc('b')]],
])('%s', (_, sort, add, expected) => {
  expect(toggledSort(sort, 'a', add)).toEqual(expected);
});
