import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Feature } from '../table/snapshots.ts';
import type { PhoneRows, TableState } from '../table/TableState.ts';
import type { PhoneRowsFunctions, PhoneRowsSnapshot } from './PhoneRows.ts';

export interface PhoneRowsContext {
  readonly state: ReadonlySignal<TableState>;
  /** Stores changes that do not affect the rows. */
  arrange(changes: Pick<Partial<TableState>, 'phoneRows' | 'fit'>): void;
}

/** Rows as cards on narrow screens. The width is the current one, and not stored. */
export function createPhoneRows({
  state,
  arrange,
}: PhoneRowsContext): Feature<PhoneRowsSnapshot, PhoneRowsFunctions> {
  const narrow = signal(false);
  const phoneRows = computed(() => state.value.phoneRows);
  const cards = computed(
    () =>
      narrow.value &&
      phoneRows.value === 'cards' &&
      state.value.fit === 'hide' &&
      state.value.groupBy.length === 0,
  );

  return {
    snapshot: { phoneRows, narrow: computed(() => narrow.value), cards },
    functions: {
      setPhoneRows(rows: PhoneRows): void {
        arrange({ phoneRows: rows, ...(rows === 'cards' && { fit: 'hide' as const }) });
      },
      setNarrow(isNarrow: boolean): void {
        narrow.value = isNarrow;
      },
    },
  };
}

export function isPhoneRows(value: unknown): value is PhoneRows {
  return value === 'cards' || value === 'table';
}
