import type { TableColumn, TableController } from '@rowhouse/table-client';
import { computed, nextTick, onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import type { GridColumns } from './gridColumns.ts';
import { onResize } from './onResize.ts';

/** Class that is set while the columns are as wide as their content requires. */
const naturalClass = 'rh-natural';

interface LiveWidth {
  readonly name: string;
  readonly width: number;
}

/**
 * The widths of the columns, in CSS pixels. The first rows determine them; they then stay the same from page to page,
 * until other columns are drawn, or the height of rows or the width of the table changes. A column grows if its content
 * has no room.
 */
export function useColumnWidths(
  table: TableController,
  columns: Readonly<Ref<GridColumns>>,
  container: Readonly<Ref<HTMLElement | null>>,
  grid: Readonly<Ref<HTMLTableElement | null>>,
) {
  /** By position in the row; empty, or 0 for a column, if the browser determines it. */
  const kept = shallowRef<readonly number[]>([]);
  /** The column that is being resized, and its current width. */
  const live = shallowRef<LiveWidth | null>(null);
  /** The change of a width in this tick was made by `resize`. */
  let isOwn = false;
  let frame = 0;
  let containerWidth = 0;

  const headers = (): HTMLTableCellElement[] => [...(grid.value?.tHead?.rows[0]?.cells ?? [])];

  /** Keeps the drawn widths of the columns before `until`; later ones share the free space. */
  function keep(until = Number.POSITIVE_INFINITY): void {
    kept.value = headers().map((header, index) => (index < until ? header.getBoundingClientRect().width : 0));
  }

  function settle(): void {
    frame = 0;
    const { leading, shown } = columns.value;
    if (table.rows.length === 0 || headers().length < leading + shown.length) return;
    if (live.value === null && (kept.value.length === 0 || kept.value.includes(0))) keep();
    placePinned(grid.value, headers());
  }

  function schedule(): void {
    // In the frame after the one in which columns without room are hidden.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(settle);
    });
  }

  function release(): void {
    kept.value = [];
    schedule();
  }

  /** Gives a column a width, null for that of its content; the columns before it keep theirs. */
  function resize(name: string, width: number | null): void {
    const header = headerOf(name);
    if (header && width !== null) keep(header.cellIndex);
    live.value = null;
    isOwn = width !== null;
    table.resizeColumn(name, width);
    void nextTick().then(() => {
      isOwn = false;
    });
    if (width === null) release();
    else schedule();
  }

  /** Draws a column with a width before it is stored. */
  function preview(name: string, width: number): void {
    if (live.value === null) resize(name, headerOf(name)?.getBoundingClientRect().width ?? width);
    live.value = { name, width };
  }

  /** Gives a column the width that its content requires. */
  function fitToContent(name: string): void {
    const header = headerOf(name);
    if (!header || !grid.value) return;
    resize(name, Math.ceil(contentWidth(grid.value, header)));
  }

  const headerOf = (name: string): HTMLTableCellElement | undefined =>
    headers().find(({ dataset }) => dataset.column === name);

  onResize([container, grid], () => {
    const width = container.value?.clientWidth ?? 0;
    if (width !== containerWidth) release();
    else schedule();
    containerWidth = width;
  });

  watch(
    () => [columns.value.shown.map(({ name }) => name), table.viewModes, table.density, columns.value.drawn],
    (now, before) => {
      if (JSON.stringify(now) !== JSON.stringify(before)) release();
    },
  );
  // For widths that come from elsewhere, such as another view, the browser determines the other columns.
  watch(
    () => JSON.stringify(table.shownColumns.map(({ width }) => width)),
    () => {
      if (!isOwn) release();
    },
  );
  watch(() => [table.rows, columns.value], schedule);
  onBeforeUnmount(() => cancelAnimationFrame(frame));

  return { ...columnStyles(table, columns, kept, live), resize, preview, fitToContent };
}

/** The widths of the columns, as attributes of elements. */
function columnStyles(
  table: TableController,
  columns: Readonly<Ref<GridColumns>>,
  kept: Readonly<Ref<readonly number[]>>,
  live: Readonly<Ref<LiveWidth | null>>,
) {
  const widthOf = ({ name, width }: TableColumn) => (live.value?.name === name ? live.value.width : width);

  return {
    /** Widths of the `col` elements. */
    widths: computed(() => {
      const { leading, shown, drawn } = columns.value;

      return Array.from({ length: drawn }, (_, index) => {
        const column = shown[index - leading]?.column;
        const width = (column && widthOf(column)) ?? kept.value[index];
        return width ? `${width}px` : undefined;
      });
    }),
    /** The variables that the cells of sized columns use. */
    style: computed(() =>
      Object.fromEntries(
        columns.value.shown.map(({ column, position }) => {
          const width = widthOf(column);
          return [`--rh-width-${position}`, width === null ? undefined : `${width}px`];
        }),
      ),
    ),
    /** True if no column is left that fills the free space. */
    isExact: computed(() => {
      const sized = table.shownColumns.filter(({ width }) => width !== null);

      return sized.length === columns.value.shown.length;
    }),
  };
}

/** The width that the content of a header's column requires. */
function contentWidth(grid: HTMLElement, header: HTMLTableCellElement): number {
  const variable = `--rh-width-${header.ariaColIndex}`;
  const before = grid.style.getPropertyValue(variable);
  grid.style.removeProperty(variable);
  grid.classList.add(naturalClass);
  const { width } = header.getBoundingClientRect();
  grid.classList.remove(naturalClass);
  grid.style.setProperty(variable, before);

  return width;
}

/** Sets the position of each pinned cell: next to the previous ones at its side. */
function placePinned(grid: HTMLElement | null, headers: readonly HTMLElement[]): void {
  if (!grid) return;
  const isRightToLeft = getComputedStyle(grid).direction === 'rtl';

  for (const side of ['start', 'end'] as const) {
    const edge = (side === 'start') === isRightToLeft ? 'right' : 'left';
    let place = 0;

    for (const header of side === 'start' ? headers : headers.toReversed()) {
      const isPinned = header.classList.contains('rh-pinned');
      if (!isPinned || header.classList.contains('rh-at-end') !== (side === 'end')) break;
      grid.style.setProperty(`--rh-${edge}-${header.ariaColIndex}`, `${place}px`);
      grid.style.removeProperty(`--rh-${edge === 'left' ? 'right' : 'left'}-${header.ariaColIndex}`);
      place += header.getBoundingClientRect().width;
    }

    grid.style.setProperty(`--rh-pinned-${edge}`, `${place}px`);
  }
}
