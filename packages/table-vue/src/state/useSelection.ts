import { computed, type Ref, shallowRef } from 'vue';
import type { RowId, TableRow } from '../TableController.ts';

/** Rows that are selected (kept over pages), unfolded (of this page) and highlighted. */
export function useSelection(rows: Readonly<Ref<readonly TableRow[]>>, rowId: (row: TableRow) => RowId) {
  const selected = shallowRef<readonly RowId[]>([]);
  const expanded = shallowRef<ReadonlySet<RowId>>(new Set());
  const highlighted = shallowRef<ReadonlySet<RowId>>(new Set());
  const pageIds = computed(() => rows.value.map(rowId));
  const pageSelected = computed(() => {
    const chosen = new Set(selected.value);

    return pageIds.value.length > 0 && pageIds.value.every((id) => chosen.has(id));
  });

  function setSelected(ids: ReadonlySet<RowId>): void {
    selected.value = [...ids];
  }

  return {
    selected,
    pageSelected,
    expanded,
    highlighted,
    toggleSelected: (id: RowId) => setSelected(toggled(new Set(selected.value), id)),
    togglePageSelected: () => {
      const page = new Set(pageIds.value);
      const others = selected.value.filter((id) => !page.has(id));
      setSelected(new Set(pageSelected.value ? others : [...selected.value, ...page]));
    },
    clearSelected: () => setSelected(new Set()),
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
      setSelected(without(new Set(selected.value), id));
      expanded.value = without(expanded.value, id);
      highlighted.value = without(highlighted.value, id);
    },
    clear: () => {
      selected.value = [];
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
