import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { defineTable, type TableDefinition } from '../src/index.ts';
import type { Shop } from './shop.ts';
import { idsBySql, idsOf, tablesOf } from './support.ts';

/** A table of one shape of query; `data` of each column is where clients sort and search by it. */
export function shapeTable(
  columns: Record<string, string | null>,
  query: (db: Kysely<Shop>) => unknown,
  more: Partial<TableDefinition> = {},
): TableDefinition {
  return {
    ...defineTable({
      template: {
        routePrefix: 'shape',
        lengthMenu: [1000],
        columns: Object.entries(columns).map(([name, data]) => ({
          label: name,
          name,
          ...(data && { data }),
          meta: data || more.expressions?.[name] ? ['searchable', 'sortable', 'filterable'] : ['method'],
        })),
      },
      query: query as Parameters<typeof defineTable<Shop, Shop, 'orders', { dtRowId: number }>>[0]['query'],
    }),
    ...more,
  };
}

/** Both ends and the depth of a table, against a statement of the whole ordered list. */
export async function expectPages(
  db: Kysely<Shop>,
  definition: TableDefinition,
  statement: string,
  payload: Record<string, unknown> = {},
) {
  const all = await idsBySql(db, statement);
  const tables = tablesOf(db, definition);
  const starts = [0, 150, 1000, Math.max(0, all.length - 7), all.length];

  expect(all.length).toBeGreaterThan(0);
  for (const start of starts) {
    const meta = { start, length: 20, ...(payload.meta as object | undefined) };
    const response = await tables.data('shape', { ...payload, meta });

    expect(idsOf(response), `from ${start}`).toEqual(all.slice(start, start + 20));
    expect(response.filtered).toBe(all.length);
  }
}
