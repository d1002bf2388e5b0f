import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { mostRowIds } from '@rowhouse/table-protocol/internal';
import type { Feature, SnapshotSignals } from '../table/snapshots.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import { allRows, hasRow, noRows, type RowSet, sizeOf, withRows } from './rowSet.ts';
import type { SelectionFunctions, SelectionSnapshot } from './Selection.ts';

export interface RowSelectionContext {
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  rowId(row: TableRow): RowId;
  /** Number of rows that match; null if it is not known. */
  matching(): number | null;
  /** Called when a row cannot be left out because too many are. */
  onTooMany(): void;
}

type OfRows =
  | 'selected'
  | 'allMatching'
  | 'excepted'
  | 'selectedCount'
  | 'selectedOnPage'
  | 'pageSelected'
  | 'selectedElsewhere';
type Commands =
  | 'select'
  | 'setSelected'
  | 'toggleSelected'
  | 'selectRange'
  | 'selectAllMatching'
  | 'clearSelected';

export interface RowSelection
  extends Feature<
    Pick<SelectionSnapshot, OfRows>,
    Pick<SelectionFunctions, Commands> & { togglePageSelected(): void }
  > {
  readonly picks: ReadonlySignal<RowSet>;
  /**
   * Called when other rows match; true if it ended the selection of all matching rows. Picked rows stay selected,
   * although they may not match.
   */
  onOtherRows(): boolean;
  /** Removes a deleted row. */
  forget(id: RowId): void;
}

/**
 * The selected rows: those picked one by one, on all pages, or all that match but some. The cost of a change depends on
 * the number of picked rows, not on the number of changed ones.
 */
export function createRowSelection({ rows, rowId, matching, onTooMany }: RowSelectionContext): RowSelection {
  const picks = signal(noRows);
  const pageIds = computed(() => rows.value.map(rowId));
  const snapshot = selectionSnapshot(picks, pageIds, matching);
  /** The row that was changed last: a range starts there. Not an index, because rows move with page and sort order. */
  let anchor: RowId | null = null;

  function pick(wanted: RowSet): void {
    if (!wanted.isAll && wanted.ids.size === 0) anchor = null;
    picks.value = wanted;
  }

  function select(ids: Iterable<RowId>): void {
    const wanted = new Set(ids);
    const now = snapshot.selected.value;
    let index = 0;
    let isSame = wanted.size === now.length;
    for (const id of wanted) isSame &&= id === now[index++];

    // A host may pass back the value that it received: nothing, while all matching rows are selected.
    if (!isSame) pick({ isAll: false, ids: wanted });
  }

  function change(ids: Iterable<RowId>, isSelected: boolean): void {
    const changed = withRows(picks.value, ids, isSelected);
    if (changed.isAll && changed.ids.size > mostRowIds) onTooMany();
    else pick(changed);
  }

  function changeFromAnchor(id: RowId, ids: readonly RowId[], isSelected: boolean): void {
    change(ids, isSelected);
    anchor = id;
  }

  function clearSelected(): void {
    if (picks.value.isAll || picks.value.ids.size > 0) pick(noRows);
  }

  return {
    picks,
    snapshot,
    functions: {
      select,
      setSelected: (ids: Iterable<RowId>, isSelected: boolean) => {
        change(ids, isSelected);
        anchor = null;
      },
      toggleSelected: (id: RowId) => changeFromAnchor(id, [id], !hasRow(picks.value, id)),
      selectRange: (id: RowId, isSelected: boolean) =>
        changeFromAnchor(id, rangeOf(pageIds.value, anchor, id), isSelected),
      togglePageSelected: () => change(pageIds.value, !snapshot.pageSelected.value),
      selectAllMatching: () => pick(allRows),
      clearSelected,
    },
    onOtherRows: () => {
      const was = picks.value.isAll;
      if (was) pick(noRows);

      return was;
    },
    forget: (id) => {
      const { isAll, ids } = picks.value;
      if (ids.has(id)) change([id], isAll);
    },
  };
}

const none: readonly RowId[] = [];

function selectionSnapshot(
  picks: ReadonlySignal<RowSet>,
  pageIds: ReadonlySignal<readonly RowId[]>,
  matching: () => number | null,
): SnapshotSignals<Pick<SelectionSnapshot, OfRows>> {
  const selectedOnPage = computed<ReadonlySet<RowId>>(() => {
    const set = picks.value;

    return new Set(pageIds.value.filter((id) => hasRow(set, id)));
  });

  return {
    selected: computed(() => (picks.value.isAll ? none : [...picks.value.ids])),
    allMatching: computed(() => picks.value.isAll),
    excepted: computed(() => (picks.value.isAll ? [...picks.value.ids] : none)),
    selectedCount: computed(() => sizeOf(picks.value, matching)),
    selectedOnPage,
    pageSelected: computed(
      () => pageIds.value.length > 0 && pageIds.value.every((id) => selectedOnPage.value.has(id)),
    ),
    selectedElsewhere: computed(() =>
      picks.value.isAll ? 0 : picks.value.ids.size - selectedOnPage.value.size,
    ),
  };
}

/** The rows of the page between two of them; only the second if the first is not there. */
function rangeOf(page: readonly RowId[], from: RowId | null, to: RowId): readonly RowId[] {
  const [first, last] = [from === null ? -1 : page.indexOf(from), page.indexOf(to)];

  return first < 0 || last < 0 ? [to] : page.slice(Math.min(first, last), Math.max(first, last) + 1);
}
