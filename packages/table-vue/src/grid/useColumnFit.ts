import type { TableColumn, TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, onMounted, type Ref, ref, watch } from 'vue';

/** Free width that is required before a column returns, because a scroll bar may appear; in px. */
const slack = 20;
/** Used until it has been measured, in px. */
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
  const widths = new Map<string, number>();
  let fixed = 0;
  let expander = usualExpanderWidth;
  let frame = 0;
  /** The table is wider than its container. */
  const isScrolled = ref(false);

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

    // A frame that scrolls ends in the window if that leaves it at least half of it.
    const { top } = container.value?.getBoundingClientRect() ?? { top: 0 };
    const offset = Math.min(top + window.scrollY, window.innerHeight / 2);
    container.value?.style.setProperty('--rh-frame-top', `${Math.round(offset)}px`);

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
      measure(drawn);
    }

    const wanted = table.columns.filter(({ visible }) => visible);
    const hidden = columnsToHide(wanted, {
      available: isTooWide ? available : available - slack,
      fixed: table.template?.preview ? fixed + expander : fixed,
      expander: table.template?.preview ? 0 : expander,
      columns: widths,
    });
    const now = table.hiddenColumns.map(({ name }) => name);
    isScrolled.value = isTooWide && hidden.length <= now.length;

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
  watch(
    () => [table.rows, table.shownColumns, table.viewModes, table.density, table.fit, table.template],
    schedule,
  );
  // Until the first rows, the widths are estimates.
  watch(
    () => table.body === null,
    () => {
      widths.clear();
      table.setHidden([]);
    },
  );
  onBeforeUnmount(() => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  });

  return { isScrolled };
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

/** A column that can be hidden: its settings, and the tags that say how important it is. */
export type FittedColumn = Pick<TableColumn, 'name' | 'pinned' | 'enum' | 'number'> & {
  readonly meta: Pick<
    TableColumn['meta'],
    'total' | 'rawTotal' | 'average' | 'customTotal' | 'icon' | 'boolean'
  >;
};

/**
 * The columns to hide so that the others have room, in order: the least important first, and of equally important ones the
 * last; never the first column. A column of unknown width has the width 0, so that it is drawn and measured.
 */
export function columnsToHide(columns: readonly FittedColumn[], widths: ColumnWidths): string[] {
  const widthOf = ({ name }: FittedColumn) => widths.columns.get(name) ?? 0;
  let required = columns.reduce((sum, column) => sum + widthOf(column), widths.fixed);

  if (required <= widths.available) {
    return [];
  }

  required += widths.expander;
  const hidden = new Set<FittedColumn>();
  const candidates = columns.slice(1).toReversed();
  // A row without its name says little.
  const name = columns.find(({ number, meta }) => !(number || meta.boolean || meta.icon));
  const rank = (column: FittedColumn) => (column === name ? 3 : importance(column));

  for (const column of candidates.toSorted((one, other) => rank(one) - rank(other))) {
    if (required <= widths.available) break;
    hidden.add(column);
    required -= widthOf(column);
  }

  return columns.filter((column) => hidden.has(column)).map(({ name }) => name);
}

/** Pinned columns are kept longest, then the name of the row, totals and states; icons and yes or no go first. */
function importance({ pinned, meta, enum: labels }: FittedColumn): number {
  if (pinned !== null) return 4;
  if (labels || meta.total || meta.rawTotal || meta.average || meta.customTotal) return 2;

  return meta.icon || meta.boolean ? 0 : 1;
}
