import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { RowId, TableRow } from '../TableController.ts';

/** Rows that are selected (on all pages of a result), expanded (on this page) and highlighted. */
export function useSelection(rows: ReadonlySignal<readonly TableRow[]>, rowId: (row: TableRow) => RowId) {
  const selected = signal<readonly RowId[]>([]);
  const expanded = signal<ReadonlySet<RowId>>(new Set());
  const highlighted = signal<ReadonlySet<RowId>>(new Set());
  const pageIds = computed(() => rows.value.map(rowId));
  const pageSelected = computed(() => {
    const chosen = new Set(selected.value);

    return pageIds.value.length > 0 && pageIds.value.every((id) => chosen.has(id));
  });

  const selectedElsewhere = computed(() => {
    const page = new Set(pageIds.value);

    return selected.value.filter((id) => !page.has(id)).length;
  });

  /** Replaces the selection. An equal one is no change, so that a host can pass back what it received. */
  function select(ids: Iterable<RowId>): void {
    const wanted = [...new Set(ids)];
    const now = selected.value;

    if (wanted.length !== now.length || wanted.some((id, index) => id !== now[index])) {
      selected.value = wanted;
    }
  }

  return {
    selected,
    pageSelected,
    selectedElsewhere,
    expanded,
    highlighted,
    select,
    toggleSelected: (id: RowId) => select(toggled(new Set(selected.value), id)),
    togglePageSelected: () => {
      const page = new Set(pageIds.value);
      const others = selected.value.filter((id) => !page.has(id));
      select(pageSelected.value ? others : [...selected.value, ...page]);
    },
    clearSelected: () => select([]),
    toggleExpanded: (id: RowId) => {
      expanded.value = toggled(expanded.value, id);
    },
    highlight: (id: RowId) => {
      highlighted.value = new Set([...highlighted.value, id]);
    },
    removeHighlight: (id: RowId) => {
      highlighted.value = without(highlighted.value, id);
    },
    toggleHighlight: (id: RowId) => {
      highlighted.value = toggled(highlighted.value, id);
    },
    clearHighlighted: () => {
      highlighted.value = new Set();
    },
    /** Collapses rows that are no longer on the page. */
    collapseRemoved: () => {
      const page = new Set(pageIds.value);
      const remaining = [...expanded.value].filter((id) => page.has(id));
      if (remaining.length < expanded.value.size) expanded.value = new Set(remaining);
    },
    /** Removes a deleted row from all three. */
    forget: (id: RowId) => {
      select(without(new Set(selected.value), id));
      expanded.value = without(expanded.value, id);
      highlighted.value = without(highlighted.value, id);
    },
    clear: () => {
      select([]);
      expanded.value = new Set();
      highlighted.value = new Set();
    },
  };
}

function toggled(ids: ReadonlySet<RowId>, id: RowId): Set<RowId> {
  return ids.has(id) ? without(ids, id) : new Set([...ids, id]);
}

function without(ids: ReadonlySet<RowId>, id: RowId): Set<RowId> {
  const others = new Set(ids);
  others.delete(id);

  return others;
}
