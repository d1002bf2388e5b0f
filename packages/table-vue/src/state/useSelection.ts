import { computed, type Ref, shallowRef } from 'vue';
import type { RowId, TableRow } from '../TableController.ts';

/** Rows that are selected (kept over the pages of one result), unfolded (of this page) and highlighted. */
export function useSelection(rows: Readonly<Ref<readonly TableRow[]>>, rowId: (row: TableRow) => RowId) {
  const selected = shallowRef<readonly RowId[]>([]);
  const expanded = shallowRef<ReadonlySet<RowId>>(new Set());
  const highlighted = shallowRef<ReadonlySet<RowId>>(new Set());
  const pageIds = computed(() => rows.value.map(rowId));
  const pageSelected = computed(() => {
    const chosen = new Set(selected.value);

    return pageIds.value.length > 0 && pageIds.value.every((id) => chosen.has(id));
  });

  const selectedElsewhere = computed(() => {
    const page = new Set(pageIds.value);

    return selected.value.filter((id) => !page.has(id)).length;
  });

  /** Replaces the selection. The same one again is no change, so that a host may give back what it got. */
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
    /** Rows that are no longer on the page are folded. */
    foldGone: () => {
      const page = new Set(pageIds.value);
      const left = [...expanded.value].filter((id) => page.has(id));
      if (left.length < expanded.value.size) expanded.value = new Set(left);
    },
    /** The row is gone for good. */
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
  const left = new Set(ids);
  left.delete(id);

  return left;
}
