import { type TableController, type TableRecord, useRecord } from '@rowhouse/table-vue';
import {
  type ComputedRef,
  computed,
  type EffectScope,
  effectScope,
  onScopeDispose,
  shallowRef,
  watch,
} from 'vue';
import type { TableEntry } from '../../../src/tables/messages.ts';
import { translate } from '../i18n/translate.ts';

/** A row, and its zero-based index in the result; null if it is not known. */
interface RowPlace {
  readonly row: string;
  readonly position: number | null;
}

/**
 * The row after another one: the next line of the table; after the last one of a page, the next row of the result. Known before
 * the other row is saved, which may change its place. Null at the end, and while no row is given.
 */
export function useNextRow(
  entry: TableEntry,
  table: () => TableController | undefined,
  place: () => RowPlace | null,
): ComputedRef<RowPlace | null> {
  const line = shallowRef<RowPlace | null>(null);
  const record = shallowRef<TableRecord | null>(null);
  let scope: EffectScope | null = null;

  watch(
    () => place()?.row,
    () => {
      scope?.stop();
      scope = effectScope(true);
      const location = place();
      line.value = location && lineAfter(location.row, table());
      const isInResult = location !== null && line.value === null && !isGrouped(table());
      // `run` returns undefined only if the scope was stopped.
      record.value = isInResult
        ? (scope.run(() =>
            useRecord({ path: entry.init, url: entry.id, i18n: translate, location: () => location }),
          ) ?? null)
        : null;
    },
    { immediate: true },
  );
  onScopeDispose(() => scope?.stop());

  return computed(() => line.value ?? record.value?.next ?? null);
}

/** The order of groups is not that of the result. */
function isGrouped(table: TableController | undefined): boolean {
  return table !== undefined && table.groupBy.length > 0;
}

/** Null if the row is the last one, or not shown. */
function lineAfter(row: string, table: TableController | undefined): RowPlace | null {
  const index = table?.rows.findIndex((one) => String(table.rowId(one)) === row) ?? -1;
  const next = index === -1 ? undefined : table?.rows[index + 1];
  if (table === undefined || next === undefined) return null;

  return { row: String(table.rowId(next)), position: isGrouped(table) ? null : table.start + index + 1 };
}
