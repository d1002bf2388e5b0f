import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { RowId } from '../table/TableRow.ts';

/** Rows that are expanded (on this page) and highlighted. */
export function createRowStates(pageIds: ReadonlySignal<readonly RowId[]>) {
  const expanded = signal<ReadonlySet<RowId>>(new Set());
  const highlighted = signal<ReadonlySet<RowId>>(new Set());

  return {
    snapshot: { expanded: computed(() => expanded.value), highlighted: computed(() => highlighted.value) },
    functions: {
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
    },
    /** Collapses rows that are no longer on the page. */
    collapseRemoved: () => {
      const page = new Set(pageIds.value);
      const remaining = [...expanded.value].filter((id) => page.has(id));
      if (remaining.length < expanded.value.size) expanded.value = new Set(remaining);
    },
    /** Removes a deleted row. */
    forget: (id: RowId) => {
      expanded.value = without(expanded.value, id);
      highlighted.value = without(highlighted.value, id);
    },
    clear: () => {
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
