import type { TableController, TreeLine } from '@rowhouse/table-client';
import { onBeforeUnmount, onMounted, type Ref, shallowRef, watch } from 'vue';
import { usualRowHeight } from './rowHeights.ts';

/** A page of up to that many rows is drawn whole. */
const wholePage = 100;
/** Rows drawn above and below those in the window. */
const margin = 12;
/** The window moves by that many rows, so that not every scroll event draws. */
const step = 8;

/** Rows that are not drawn. */
export interface RowGap {
  /** Index on the page of the first of them, and of the row after them. */
  readonly first: number;
  readonly end: number;
  /** In CSS pixels. */
  readonly height: number;
}

/** What the body draws, from the first to the last: indexes of rows on the page, and gaps. */
export type DrawnRows = readonly (number | RowGap)[];

/**
 * The rows of a long page that are in the window, and some around them; null while the whole page is drawn. The first and
 * the last row are always drawn, and those around the one that has the focus, so that keys reach them. Of grouped rows, it
 * counts the lines of the tree, and the groups around the focus are drawn, too.
 */
export function useRowWindow(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
): { readonly drawnRows: Readonly<Ref<DrawnRows | null>>; readonly noteFocus: (event: FocusEvent) => void } {
  let measured: number[] = [];
  let focused = 0;
  let frame = 0;
  /** Where the window was last, before it can be measured again: the start of the page. */
  let range = startOfPage;
  let lines = table.groupLines;
  const drawnRows = shallowRef<DrawnRows | null>(windowOf());
  const print = window.matchMedia('print');

  function windowOf(): DrawnRows | null {
    const count = countOf(table);
    if (count <= wholePage) return null;
    const usual = usualHeight(measured, usualRowHeight(table));

    return rowsToDraw(count, range, keptAround(focused, table), (index) => measured[index] ?? usual);
  }

  /** Measures what is drawn, and which of `count` rows are in the window. */
  function readWindow(count: number): void {
    const body = grid.value?.tBodies[0];
    if (!body) return;
    measure(body, measured);
    const usual = usualHeight(measured, usualRowHeight(table));
    const heightOf = (index: number) => measured[index] ?? usual;
    const top = -body.getBoundingClientRect().top;
    range = rowsBetween(count, heightOf, top, top + window.innerHeight);
  }

  function update(): void {
    frame = 0;
    if (!grid.value || print.matches || countOf(table) <= wholePage) {
      drawnRows.value = null;
      return;
    }

    readWindow(countOf(table));
    const next = windowOf();
    // The heights of the gaps follow what was measured, which another update may change again.
    if (JSON.stringify(next) !== JSON.stringify(drawnRows.value)) drawnRows.value = next;
  }

  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(update);
  }

  function startAgain(): void {
    measured = [];
    focused = 0;
    range = startOfPage;
    drawnRows.value = windowOf();
    schedule();
  }

  /** Lines have come or gone among those that stay, which keep their heights, and the focus its line. */
  function followLines(now: readonly TreeLine[], before: readonly TreeLine[]): void {
    // The lines of before are still drawn.
    readWindow(before.length);
    const heights = new Map(before.map(({ key }, index) => [key, measured[index]]));
    const key = before[focused]?.key;
    measured = [];
    for (const [index, line] of now.entries()) {
      const height = heights.get(line.key);
      if (height !== undefined) measured[index] = height;
      if (line.key === key) focused = index;
    }
    focused = Math.min(focused, now.length - 1);
    drawnRows.value = windowOf();
    schedule();
  }

  function noteFocus({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest('tr') : null;
    const index = row && indexOf(row);
    if (index == null) return;
    focused = index;
    if (drawnRows.value === null) return;
    // At once, so that the next key finds the rows around it.
    cancelAnimationFrame(frame);
    update();
  }

  onMounted(() => {
    // Scroll events do not bubble: this is the only listener that hears those of a frame around the table.
    document.addEventListener('scroll', schedule, { capture: true, passive: true });
    window.addEventListener('resize', schedule);
    print.addEventListener('change', update);
    schedule();
  });
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame);
    document.removeEventListener('scroll', schedule, { capture: true });
    window.removeEventListener('resize', schedule);
    print.removeEventListener('change', update);
  });
  watch(
    () => [table.rows, table.groupLines, table.density, table.cards, table.viewModes] as const,
    ([, now, ...looks], [, , ...looksBefore]) => {
      const before = lines;
      lines = now;
      const isSameLook = looks.every((look, index) => look === looksBefore[index]);
      if (now && before && isSameLook) followLines(now, before);
      else startAgain();
    },
  );
  watch(() => [table.expanded, table.shownColumns], schedule, { flush: 'post' });
  // What was drawn may have another height than expected.
  watch(drawnRows, schedule, { flush: 'post' });

  return { drawnRows, noteFocus };
}

const startOfPage = { first: 0, end: 4 * margin };

/** Number of rows of the page, or of lines of the tree. */
function countOf({ groupLines, rows }: TableController): number {
  return groupLines?.length ?? rows.length;
}

/** Index of a row on the page, or of a line of the tree; null for details and gaps. */
function indexOf({ dataset }: HTMLElement): number | null {
  const index = dataset.line ?? dataset.row;

  return index === undefined ? null : Number(index);
}

/** A row and its neighbours; of a line of the tree also the groups that it is in, which keys go to. */
function keptAround(index: number, { groupLines }: TableController): number[] {
  const kept = [index - 1, index, index + 1];
  if (!groupLines) return kept;
  let level = groupLines[index]?.level ?? 1;

  for (let above = index - 1; above >= 0 && level > 1; above -= 1) {
    const line = groupLines[above];
    if (line?.kind !== 'group' || line.level >= level) continue;
    kept.push(above);
    level = line.level;
  }

  return kept;
}

/** Notes the heights of the drawn rows, each with its details. */
function measure(body: HTMLTableSectionElement, heights: number[]): void {
  let index = -1;
  const [first] = body.rows;
  // Between cards, there is some.
  const space = first ? Number.parseFloat(getComputedStyle(first).marginBlockEnd) || 0 : 0;

  for (const row of body.rows) {
    const height = row.getBoundingClientRect().height + space;
    const own = indexOf(row);
    if (own !== null) {
      index = own;
      heights[index] = height;
    } else if (row.classList.contains('rh-gap')) {
      index = -1;
    } else if (index >= 0) {
      heights[index] = (heights[index] ?? 0) + height;
    }
  }
}

/** The mean of the known heights. */
function usualHeight(heights: readonly number[], fallback: number): number {
  const known = heights.filter((height) => height > 0);

  return known.length === 0 ? fallback : known.reduce((sum, height) => sum + height, 0) / known.length;
}

/** The rows that lie between two distances from the start of the first one, in CSS pixels. */
export function rowsBetween(
  count: number,
  heightOf: (index: number) => number,
  top: number,
  bottom: number,
): { first: number; end: number } {
  let first = 0;
  let place = 0;
  while (first < count - 1 && place + heightOf(first) < top) place += heightOf(first++);
  let end = first;
  while (end < count && place < bottom) place += heightOf(end++);

  return { first, end };
}

/** The rows of a range and `margin` around it, the first, the last, and those of `kept`; gaps between them. */
export function rowsToDraw(
  count: number,
  { first, end }: { readonly first: number; readonly end: number },
  kept: readonly number[],
  heightOf: (index: number) => number,
): DrawnRows {
  const from = Math.max(0, Math.floor((first - margin) / step) * step);
  const to = Math.min(count, Math.ceil((end + margin) / step) * step);
  const range = Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
  const around = kept.filter((index) => index >= 0 && index < count);
  const indexes = [...new Set([0, ...around, ...range, count - 1])].sort((one, other) => one - other);

  return indexes.flatMap((index, place) => {
    const next = place === 0 ? 0 : (indexes[place - 1] as number) + 1;

    return index > next ? [gap(next, index, heightOf), index] : [index];
  });
}

function gap(first: number, end: number, heightOf: (index: number) => number): RowGap {
  let height = 0;
  for (let index = first; index < end; index += 1) height += heightOf(index);

  return { first, end, height: Math.round(height) };
}
