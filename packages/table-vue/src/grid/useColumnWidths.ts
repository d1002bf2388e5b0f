import type { TableColumn, TableController } from '@rowhouse/table-client';
import { computed, nextTick, onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import type { GridColumns } from './gridColumns.ts';
import { onResize } from './onResize.ts';
import { positionPinned } from './positionPinned.ts';
import { type ColumnRoom, type LiveWidth, useColumnRoom, usualExpander } from './useColumnRoom.ts';

/** Room that the container keeps for the focus ring of a cell at its edges, in CSS pixels. */
const focusRing = 4;

export interface ColumnWidths extends ColumnStyles {
  readonly isScrolled: Readonly<Ref<boolean>>;
  /** Gives a column a width, null for that of its content; the columns before it keep theirs. */
  resize(name: string, width: number | null): void;
  /** Draws a column with a width before it is stored. */
  preview(name: string, width: number): void;
  /** Gives a column the width that its content requires. */
  fitToContent(name: string): void;
  /** The totals, which are loaded after the rows, may be wider than these. */
  onTotals(): void;
}

/**
 * The widths of the columns, in CSS pixels, and which of them have no room. The first rows determine both; other rows do
 * not change them. They are determined again if the user changes the columns, the height of rows or how the table fits, and
 * shared out again if the width of the table changes. Columns are narrowed first, and hidden last.
 */
export function useColumnWidths(
  table: TableController,
  columns: Readonly<Ref<GridColumns>>,
  container: Readonly<Ref<HTMLElement | null>>,
  grid: Readonly<Ref<HTMLTableElement | null>>,
): ColumnWidths {
  /** The column that is being resized, and its current width. */
  const live = shallowRef<LiveWidth | null>(null);
  const room = useColumnRoom(table, live);
  const steps = settleSteps(table, columns, grid, room);
  const headerOf = (name: string) => headersOf(grid.value).find(({ dataset }) => dataset.column === name);

  function resize(name: string, width: number | null): void {
    const before = headersOf(grid.value).slice(0, headerOf(name)?.cellIndex ?? 0);
    live.value = null;
    if (width === null) steps.release();
    else room.hold(before.flatMap(({ dataset }) => dataset.column ?? []));
    table.resizeColumn(name, width);
  }

  onResize([container, grid], () => {
    const width = (container.value?.clientWidth ?? 0) - focusRing;
    if (container.value) noteFrameTop(container.value);
    steps.resizeTo(Math.max(width, 0));
  });

  watch(
    () => [
      table.columns.filter(({ visible }) => visible).map(({ name }) => name),
      ...[table.viewModes, table.density, table.fit],
    ],
    (now, before) => {
      if (JSON.stringify(now) !== JSON.stringify(before)) steps.release();
    },
  );
  watch(
    () => JSON.stringify(table.columns.map(({ width }) => width)),
    () => void nextTick().then(steps.share),
  );
  // Widths of a skeleton or of an empty page are estimates, and those of cards are not widths of columns.
  const hasRows = computed<boolean>((before) => before === true || table.rows.length > 0);
  watch([() => table.body === null, hasRows, () => table.cards, () => table.template], steps.restart);
  watch(columns, steps.schedulePins);

  return {
    ...columnStyles(columns, room, live),
    isScrolled: computed(() => room.isScrolled.value && !table.cards),
    resize,
    preview(name, width) {
      if (live.value === null) resize(name, headerOf(name)?.getBoundingClientRect().width ?? width);
      live.value = { name, width };
      steps.share();
    },
    fitToContent(name) {
      const header = headerOf(name);
      if (header && grid.value) resize(name, Math.ceil(contentWidth(grid.value, header)));
    },
    onTotals: steps.onTotals,
  };
}

const headersOf = (grid: HTMLTableElement | null): HTMLTableCellElement[] => [
  ...(grid?.tHead?.rows[0]?.cells ?? []),
];

/** When the columns are measured, and their widths shared out. */
function settleSteps(
  table: TableController,
  columns: Readonly<Ref<GridColumns>>,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  room: ColumnRoom,
) {
  let available = 0;
  let isMeasured = false;
  /** Drawn and measured in the next tick, before the browser draws it. */
  let isWaiting = false;
  let hadTotals = false;
  let frame = 0;
  onBeforeUnmount(() => cancelAnimationFrame(frame));

  function settle(): void {
    isWaiting = false;
    const { leading, shown, actions } = columns.value;
    const { value: drawn } = grid;
    const isDrawn = headersOf(drawn).length === leading + shown.length + Number(actions);
    if (!drawn || !isDrawn || table.cards || available === 0) return;
    room.measure(drawn);
    isMeasured = true;
    share();
  }

  function share(): void {
    if (!isMeasured || table.cards || available === 0) return;
    if (!room.share(available)) release();
    schedulePins();
  }

  function schedulePins(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (grid.value && !table.cards) positionPinned(grid.value, headersOf(grid.value));
    });
  }

  /** Measures again; what is drawn keeps its widths until then. */
  function release(): void {
    isMeasured = false;
    if (isWaiting) return;
    isWaiting = true;
    void nextTick().then(settle);
  }

  /** Forgets the sizes, because what was drawn was something else, and draws all columns to measure them. */
  function restart(): void {
    room.forget();
    if (!table.cards) table.setHidden([]);
    release();
  }

  return {
    share,
    release,
    restart,
    schedulePins,
    resizeTo(width: number): void {
      if (width === available) return;
      available = width;
      if (isMeasured) share();
      else release();
    },
    onTotals(): void {
      if (!hadTotals) restart();
      hadTotals = true;
    },
  };
}

/** The widths of the columns, as attributes of elements. */
interface ColumnStyles {
  /** Widths of the `col` elements. */
  readonly widths: Readonly<Ref<readonly (string | undefined)[]>>;
  /** The variables that the cells of sized columns use. */
  readonly style: Readonly<Ref<Readonly<Record<string, string | undefined>>>>;
  /** True if no column is left that fills the free space. */
  readonly isExact: Readonly<Ref<boolean>>;
  /** The widths are final until the user changes something. */
  readonly isSettled: Readonly<Ref<boolean>>;
}

function columnStyles(
  columns: Readonly<Ref<GridColumns>>,
  { columnWidths, edges, isShort }: Pick<ColumnRoom, 'columnWidths' | 'edges' | 'isShort'>,
  live: Readonly<Ref<LiveWidth | null>>,
): ColumnStyles {
  const widthOf = ({ name, width }: TableColumn) => (live.value?.name === name ? live.value.width : width);
  const px = (width: number | null | undefined) => (width ? `${width}px` : undefined);
  const isExact = computed(() => {
    const { shown } = columns.value;

    return shown.length > 0 && shown.every(({ column }) => column.width !== null);
  });

  return {
    widths: computed(() => {
      const { shown, selectable, expandable, numbered, actions } = columns.value;
      const { leading, expander } = edges.value;
      const isKept = columnWidths.value !== null;

      return [
        ...(selectable ? [leading[0]] : []),
        ...(expandable ? [isKept ? (expander ?? usualExpander) : undefined] : []),
        ...(numbered ? [leading.at(-1)] : []),
        ...shown.map(({ column }) => widthOf(column) ?? columnWidths.value?.get(column.name)),
        ...(actions ? [isKept && !isShort.value ? edges.value.actions : undefined] : []),
      ].map(px);
    }),
    style: computed(() =>
      Object.fromEntries(
        columns.value.shown.map(({ column, position }) => [`--rh-width-${position}`, px(widthOf(column))]),
      ),
    ),
    isExact,
    isSettled: computed(() => columnWidths.value !== null && !columns.value.cards && !isExact.value),
  };
}

/** The width that the content of a header's column requires. */
function contentWidth(grid: HTMLElement, header: HTMLTableCellElement): number {
  const variable = `--rh-width-${header.ariaColIndex}`;
  const before = grid.style.getPropertyValue(variable);
  grid.style.removeProperty(variable);
  grid.classList.add('rh-natural');
  const { width } = header.getBoundingClientRect();
  grid.classList.remove('rh-natural');
  grid.style.setProperty(variable, before);

  return width;
}

/** A scrolling frame ends at the end of the window if it then has at least half of the window's height. */
function noteFrameTop(container: HTMLElement): void {
  const { top } = container.getBoundingClientRect();
  const offset = Math.min(top + window.scrollY, window.innerHeight / 2);
  container.style.setProperty('--rh-frame-top', `${Math.round(offset)}px`);
}
