import { onBeforeUnmount, onMounted, type Ref, watch } from 'vue';
import type { TableController } from '../TableController.ts';

/** Room that must be left over before a column comes back: a page's scroll bar comes and goes with the height. */
const slack = 20;
/** Until it has been drawn and measured. */
const usualExpanderWidth = 48;

/**
 * Hides the columns for which a responsive table has no room, and shows them again when there is. The grid's cells do
 * not wrap below the width they need, so a table wider than its place shows each column at that width: columns are
 * measured then, and what was measured decides until the table is too wide again.
 */
export function useColumnFit(
  table: TableController,
  place: Ref<HTMLElement | null>,
  grid: Ref<HTMLElement | null>,
) {
  const widths = new Map<string, number>();
  let fixed = 0;
  let expander = usualExpanderWidth;
  let frame = 0;

  function measure(drawn: HTMLElement): void {
    let named = 0;

    for (const header of drawn.querySelectorAll<HTMLElement>('thead th')) {
      const { width } = header.getBoundingClientRect();

      if (header.dataset.column !== undefined) {
        widths.set(header.dataset.column, width);
        named += width;
      } else if (header.classList.contains('rh-expander-column')) {
        expander = width;
        named += width;
      }
    }

    fixed = drawn.getBoundingClientRect().width - named;
  }

  function fit(): void {
    frame = 0;
    const drawn = grid.value;
    const available = place.value?.clientWidth ?? 0;

    if (!drawn || available === 0) {
      return;
    }

    const isTooWide = drawn.getBoundingClientRect().width > available + 1;

    if (!table.template?.responsive) {
      if (table.hiddenColumns.length > 0) table.setHidden([]);
      return;
    }
    if (!isTooWide && table.hiddenColumns.length === 0) {
      return;
    }
    if (isTooWide) {
      measure(drawn);
    }

    const wanted = table.columns.filter(({ visible }) => visible).map(({ name }) => name);
    const hidden = columnsToHide(wanted, {
      available: isTooWide ? available : available - slack,
      fixed: table.template.preview ? fixed + expander : fixed,
      expander: table.template.preview ? 0 : expander,
      columns: widths,
    });
    const now = table.hiddenColumns.map(({ name }) => name);

    // A table that is not too wide has no reason to hide more, and one that is has none to show more.
    if (isTooWide ? hidden.length > now.length : hidden.length < now.length) {
      table.setHidden(hidden);
    }
  }

  /** Before the next frame is drawn, once. */
  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(fit);
  }

  const observer = new ResizeObserver(schedule);

  onMounted(() => {
    watch(
      [place, grid],
      (elements) => {
        observer.disconnect();
        for (const element of elements) if (element) observer.observe(element);
        schedule();
      },
      { immediate: true },
    );
  });
  watch(() => [table.rows, table.shownColumns, table.viewModes, table.template], schedule);
  onBeforeUnmount(() => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  });
}

/** Widths in CSS pixels. */
export interface ColumnWidths {
  /** What the grid has. */
  readonly available: number;
  /** Taken by what is never hidden: selection, row number, actions. */
  readonly fixed: number;
  /** Taken by the control that opens a row's details, when any column is hidden. */
  readonly expander: number;
  /** Column → width that it needs; a column that was never drawn is missing. */
  readonly columns: ReadonlyMap<string, number>;
}

/**
 * Which columns to hide so that the others have room: from the last one backwards, never the first. `names` are all
 * columns that the user wants to see, in their order. A column of unknown width is taken to fit, so that it is drawn
 * and measured.
 */
export function columnsToHide(names: readonly string[], widths: ColumnWidths): string[] {
  const widthOf = (name: string) => widths.columns.get(name) ?? 0;
  let taken = names.reduce((sum, name) => sum + widthOf(name), widths.fixed);

  if (taken <= widths.available) {
    return [];
  }

  taken += widths.expander;
  let kept = names.length;

  while (kept > 1 && taken > widths.available) {
    kept -= 1;
    taken -= widthOf(names[kept] as string);
  }

  return names.slice(kept);
}
