import type { TableController } from '@rowhouse/table-client';
import type { TreeLine } from '@rowhouse/table-client/internal';
import { onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import { linesOf, wholePage } from './longPages.ts';
import { usualRowHeight } from './rowHeights.ts';

/** Number of rows drawn above and below the visible ones. */
const margin = 12;
/** The window moves in steps of that many rows, so that not every scroll event redraws. */
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

export interface RowWindow {
  readonly drawnRows: Readonly<Ref<DrawnRows | null>>;
  readonly noteFocus: (event: FocusEvent) => void;
}

/**
 * The rows of a long page that are in the window, and some around them; null while the whole page is drawn. The first
 * and the last row are always drawn, and those around the focused one, so that keys reach them. For grouped rows,
 * indexes are those of the tree's lines, and the groups around the focus are also drawn. Starts with a grid that is
 * already drawn, and ends with its effect scope.
 */
export function rowWindow(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>): RowWindow {
  let measured: number[] = [];
  let focused = 0;
  let frame = 0;
  /** The last window, until it is measured again: the start of the page. */
  let range = startOfPage;
  let lines = table.groupLines;
  const drawnRows = shallowRef<DrawnRows | null>(windowOf());
  const print = window.matchMedia('print');

  function windowOf(): DrawnRows | null {
    const count = linesOf(table);
    if (count <= wholePage) return null;
    const usual = usualHeight(measured, usualRowHeight(table));

    return rowsToDraw(count, range, drawnAround(focused, table), (index) => measured[index] ?? usual);
  }

  /** Measures the drawn rows, and computes which of `count` rows are in the window. */
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
    if (!grid.value || print.matches || linesOf(table) <= wholePage) {
      drawnRows.value = null;
      return;
    }

    readWindow(linesOf(table));
    const next = windowOf();
    // The heights of the gaps depend on the measured rows, which a further update may change again.
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

  /** Lines were added or removed between others, which keep their heights, and the focus its line. */
  function followLines(now: readonly TreeLine[], before: readonly TreeLine[]): void {
    // The previous lines are still drawn.
    readWindow(before.length);
    const key = before[focused]?.key;
    const place = now.findIndex((line) => line.key === key);
    focused = Math.min(place === -1 ? focused : place, now.length - 1);
    measured = movedHeights(measured, before, now);
    drawnRows.value = windowOf();
    schedule();
  }

  function noteFocus({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest('tr') : null;
    const index = row && indexOf(row);
    if (index == null) return;
    focused = index;
    if (drawnRows.value === null) return;
    // Immediately, so that the next key finds the rows around it.
    cancelAnimationFrame(frame);
    update();
  }

  onWindowChange(schedule);
  print.addEventListener('change', update);
  schedule();
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
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
  // The drawn rows may have other heights than expected.
  watch(drawnRows, schedule, { flush: 'post' });

  return { drawnRows, noteFocus };
}

/** Calls `changed` when the page scrolls or the window is resized, until the end of the effect scope. */
function onWindowChange(changed: () => void): void {
  // Scroll events do not bubble: only this listener receives those of a frame around the table.
  document.addEventListener('scroll', changed, { capture: true, passive: true });
  window.addEventListener('resize', changed);
  onScopeDispose(() => {
    document.removeEventListener('scroll', changed, { capture: true });
    window.removeEventListener('resize', changed);
  });
}

/** The heights of lines at their new places; those of new lines are missing. */
function movedHeights(
  heights: readonly (number | undefined)[],
  before: readonly TreeLine[],
  now: readonly TreeLine[],
): number[] {
  const known = new Map(before.map(({ key }, index) => [key, heights[index]]));
  const moved: number[] = [];
  for (const [index, { key }] of now.entries()) {
    const height = known.get(key);
    if (height !== undefined) moved[index] = height;
  }

  return moved;
}

const startOfPage = { first: 0, end: 4 * margin };

/** Index of a row on the page, or of a line of the tree; null for details and gaps. */
function indexOf({ dataset }: HTMLElement): number | null {
  const index = dataset.line ?? dataset.row;

  return index === undefined ? null : Number(index);
}

/** A row and its neighbours; for a line of the tree also its groups, which keys can focus. */
function drawnAround(index: number, { groupLines }: TableController): number[] {
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

/** Stores the heights of the drawn rows, including their details. */
function measure(body: HTMLTableSectionElement, heights: number[]): void {
  let index = -1;
  const [first] = body.rows;
  // Cards have gaps between them.
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

/** The rows between two distances from the start of the first one, in CSS pixels. */
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

/** The rows of a range and `margin` around it, the first, the last, and those of `alwaysDrawn`; gaps between them. */
export function rowsToDraw(
  count: number,
  { first, end }: { readonly first: number; readonly end: number },
  alwaysDrawn: readonly number[],
  heightOf: (index: number) => number,
): DrawnRows {
  const from = Math.max(0, Math.floor((first - margin) / step) * step);
  const to = Math.min(count, Math.ceil((end + margin) / step) * step);
  const range = Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
  const around = alwaysDrawn.filter((index) => index >= 0 && index < count);
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
