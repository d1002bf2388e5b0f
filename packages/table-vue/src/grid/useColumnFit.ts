import type { TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, type Ref, ref, watch } from 'vue';
import { type ColumnWidths, columnsToHide } from './columnsToHide.ts';
import { onResize } from './onResize.ts';

/** Minimum free width for showing a column again, because a scroll bar may appear; in px. */
const slack = 20;
/** Default until it is measured, in px. */
const usualExpanderWidth = 48;

/**
 * Hides the columns for which a table has no room, and shows them again when it has; a table with the fit `scroll` keeps
 * them. Cells are at least as wide
 * as their content requires, so a table that is wider than its container shows each column at that width: the columns are
 * measured then, and the widths are used until the table is too wide again.
 */
export function useColumnFit(
  table: TableController,
  container: Ref<HTMLElement | null>,
  grid: Ref<HTMLElement | null>,
) {
  const widths = measuredWidths();
  let frame = 0;
  /** The table is wider than its container. */
  const isScrolled = ref(false);

  function fit(): void {
    frame = 0;
    const drawn = grid.value;
    const available = container.value?.clientWidth ?? 0;

    if (!drawn || available === 0) {
      return;
    }

    const isTooWide = drawn.getBoundingClientRect().width > available + 1;

    if (container.value) noteFrameTop(container.value);

    if (table.cards) {
      isScrolled.value = false;
      return;
    }
    if (table.fit === 'scroll') {
      isScrolled.value = isTooWide;
      if (table.hiddenColumns.length > 0) table.setHidden([]);
      return;
    }
    if (!isTooWide && table.hiddenColumns.length === 0) {
      isScrolled.value = false;
      return;
    }
    if (isTooWide) {
      widths.measure(drawn);
    }

    const wanted = table.columns.filter(({ visible }) => visible);
    const hidden = columnsToHide(wanted, {
      available: isTooWide ? available : available - slack,
      ...widths.required(table.template?.preview === true),
    });
    const now = table.hiddenColumns.map(({ name }) => name);
    isScrolled.value = isTooWide && hidden.length <= now.length;

    // Only a table that is too wide hides more columns, and only one that is not shows more.
    if (isTooWide ? hidden.length > now.length : hidden.length < now.length) {
      table.setHidden(hidden);
    }
  }

  /** Once, before the next frame is drawn. */
  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(fit);
  }

  onResize([container, grid], schedule);
  watch(
    () => [table.rows, table.shownColumns, table.viewModes, table.density, table.fit, table.template],
    schedule,
  );
  // Until the first rows are drawn, widths are estimates; those of cards are not widths of columns.
  watch(
    () => [table.body === null, table.cards],
    () => {
      widths.clear();
      if (!table.cards) table.setHidden([]);
      schedule();
    },
  );
  onBeforeUnmount(() => cancelAnimationFrame(frame));

  return { isScrolled };
}

/** A scrolling frame ends at the end of the window if it then has at least half of the window's height. */
function noteFrameTop(container: HTMLElement): void {
  const { top } = container.getBoundingClientRect();
  const offset = Math.min(top + window.scrollY, window.innerHeight / 2);
  container.style.setProperty('--rh-frame-top', `${Math.round(offset)}px`);
}

/** The required widths of columns, as last drawn. */
function measuredWidths() {
  const columns = new Map<string, number>();
  let fixed = 0;
  let expander = usualExpanderWidth;

  return {
    measure(drawn: HTMLElement): void {
      let named = 0;

      for (const header of drawn.querySelectorAll<HTMLElement>('thead th')) {
        const { width } = header.getBoundingClientRect();

        if (header.dataset.column !== undefined) {
          columns.set(header.dataset.column, width);
          named += width;
        } else if (header.classList.contains('rh-expander-column')) {
          expander = width;
          named += width;
        }
      }

      fixed = drawn.getBoundingClientRect().width - named;
    },
    /** With `hasExpander`, the column that opens a row's details is always drawn. */
    required: (hasExpander: boolean): Omit<ColumnWidths, 'available'> => ({
      fixed: hasExpander ? fixed + expander : fixed,
      expander: hasExpander ? 0 : expander,
      columns,
    }),
    clear: () => columns.clear(),
  };
}
