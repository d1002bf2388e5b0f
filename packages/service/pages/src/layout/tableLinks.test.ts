import { expect, it } from 'vitest';
import type { TableEntry } from '../../../src/tables/messages.ts';
import { tableLinks } from './tableLinks.ts';

const entry = (id: string, database: string | null = null): TableEntry => ({
  id,
  database,
  name: id.split('.').at(-1) ?? id,
  about: null,
  icon: 'fa-table',
  path: `/tables/${id}`,
  init: `/api/${id}/init`,
  selectable: false,
});
const shown = (tables: readonly TableEntry[]) =>
  tableLinks(tables, (text) => text).map(({ label, group }) => [group?.label ?? null, label]);

it("lists tables of a served database under its name, and tables of other schemas last with the schema's name", () => {
  const tables = [entry('rooms'), entry('shop.jobs.queue', 'shop'), entry('shop.orders', 'shop')];
  expect(shown(tables)).toEqual([
    [null, 'rooms'],
    ['shop', 'orders'],
    ['shop', 'queue (jobs)'],
  ]);
});

it('lists few tables of the service individually, and many in a group', () => {
  const tables = Array.from({ length: 8 }, (_, index) => entry(`t${index}`));
  expect(shown(tables.slice(1))[0]).toEqual([null, 't1']);
  expect(shown(tables)[0]).toEqual(['Tables', 't0']);
});
