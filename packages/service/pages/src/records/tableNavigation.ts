import type { TableController } from '@rowhouse/table-vue';
import { useRouter } from 'vue-router';
import { session } from '../session.ts';
import { formPath, recordPath } from './recordPath.ts';

/** Target of a router button. */
export interface Target {
  readonly name: string;
  readonly params: Record<string, unknown>;
}

/**
 * The `navigate` of a `VueTable`: opens the page that a router button names. Without one, the buttons `create` and `edit` open
 * the form of a record, and others the page of the row. `table` returns the controller of the table with this id.
 */
export function useTableNavigation(
  id: () => string,
  table: () => TableController | undefined,
): (target: Target) => unknown {
  const router = useRouter();

  return ({ name, params }) => {
    if (router.hasRoute(name)) return router.push({ name, params: params as Record<string, string> });
    const entry = session.tables.find((one) => one.id === id());
    const row = rowIn(params);
    // The table keeps its search, filters and sort in the address.
    const at = { row, position: positionOf(table(), row), search: location.search };
    const form = entry === undefined ? null : formPath(entry, name, at);
    if (form !== null) return router.push(form);

    return row === null ? undefined : router.push(recordPath(id(), row, at.position, at.search));
  };
}

/** The row of a button's target; null for one of the whole table. */
export function rowIn(params: Target['params']): string | null {
  const [given] = Object.values(params);

  return given === undefined ? null : String(given);
}

/** Zero-based index in the result. */
export function positionOf(table: TableController | undefined, row: string | null): number | null {
  const index = table?.rows.findIndex((one) => String(table.rowId(one)) === row) ?? -1;

  return table === undefined || index === -1 ? null : table.start + index;
}
