import type { TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, onMounted, type Ref, watch } from 'vue';

/** Free width that is required before a column returns, because a scroll bar may appear; in px. */
const slack = 20;
/** Used until it has been measured, in px. */
const usualExpanderWidth = 48;

/**
 * Hides the columns for which a responsive table has no room, and shows them again when it has. Cells are at least as wide
 * as their content requires, so a table that is wider than its container shows each column at that width: the columns are
 * measured then, and the widths are used until the table is too wide again.
 */
export function useColumnFit(
  table: TableController,
  container: Ref<HTMLElement | null>,
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
    const available = container.value?.clientWidth ?? 0;

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

    // Only a table that is too wide hides more columns, and only one that is not shows more.
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
      [container, grid],
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
  /** Width of the container. */
  readonly available: number;
  /** Width of the columns that are never hidden: selection, row number, actions. */
  readonly fixed: number;
  /** Width of the column that opens a row's details, drawn if any column is hidden. */
  readonly expander: number;
  /** Column → required width; a column that was never drawn is missing. */
  readonly columns: ReadonlyMap<string, number>;
}

/**
 * The columns to hide so that the others have room: from the last one backwards, never the first. `names` are the visible
 * columns, in order. A column of unknown width has the width 0, so that it is drawn and measured.
 */
export function columnsToHide(names: readonly string[], widths: ColumnWidths): string[] {
  const widthOf = (name: string) => widths.columns.get(name) ?? 0;
  let required = names.reduce((sum, name) => sum + widthOf(name), widths.fixed);

  if (required <= widths.available) {
    return [];
  }

  required += widths.expander;
  let kept = names.length;

  while (kept > 1 && required > widths.available) {
    kept -= 1;
    required -= widthOf(names[kept] as string);
  }

  return names.slice(kept);
}
