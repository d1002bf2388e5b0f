import type { TableColumn } from '@rowhouse/table-client';
import type { ColumnSize } from './spreadColumns.ts';

/** Classes of the table while it is measured. */
const natural = 'rh-natural';
const headless = 'rh-headless';
const narrowest = 'rh-narrowest';

/** Texts of several words get no narrower than this, in CSS pixels. */
const leastText = 112;
const cellPadding = 21;
/** The letters of a word may be wider than those of the whole text. */
const widerLetters = 1.15;

/** The sizes of the drawn columns by name, and of the cells before and after them. */
export interface MeasuredColumns {
  readonly columns: ReadonlyMap<string, ColumnSize>;
  readonly leading: readonly number[];
  readonly actions: number;
  /** Width of the column that opens a row's details; null if it is not drawn. */
  readonly expander: number | null;
}

/** Lays out the rows in three ways: on one line each, the same without the headers, and as narrow as they get. */
export function measureColumns(grid: HTMLTableElement, columns: readonly TableColumn[]): MeasuredColumns {
  const headers = [...(grid.tHead?.rows[0]?.cells ?? [])];
  const widthsWith = (...classes: string[]) => {
    grid.classList.add(...classes);
    const widths = headers.map((header) => header.getBoundingClientRect().width);
    grid.classList.remove(...classes);

    return widths;
  };
  const [full, rows, narrowed] = [
    widthsWith(natural),
    widthsWith(natural, headless),
    widthsWith(natural, narrowest),
  ];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const sizes = headers.flatMap((header, index): [string, ColumnSize][] => {
    const column = byName.get(header.dataset.column ?? '');
    if (!column) return [];
    const [wide = 0, lines = 0, narrow = 0] = [full[index], rows[index], narrowed[index]];
    // A word may be longer than the widest column.
    const least = Math.min(wide, Math.max(narrow, leastOf(grid, column, lines)));

    return [[column.name, { natural: Math.ceil(wide), least: Math.ceil(least) }]];
  });
  const first = headers.findIndex(({ dataset }) => dataset.column !== undefined);
  const isActions = (header: Element) => header.classList.contains('rh-actions');

  return {
    columns: new Map(sizes),
    leading: full.slice(0, first === -1 ? headers.length : first).map(Math.ceil),
    actions: Math.ceil(full[headers.findIndex(isActions)] ?? 0),
    expander: full[headers.findIndex((header) => header.classList.contains('rh-expander-column'))] ?? null,
  };
}

/**
 * The least width of the values of a column that need `width` on one line. Numbers, states and single words stay on one
 * line; other texts are broken between words, where a hyphen does not count.
 */
function leastOf(grid: HTMLTableElement, column: TableColumn, width: number): number {
  const { name, meta, number, enum: labels } = column;
  const isTotal = meta.total || meta.rawTotal || meta.customTotal;
  if (number || labels || isTotal || meta.boolean || meta.icon) return width;

  let [longestText, longestWord] = [1, 0];
  for (const cell of grid.querySelectorAll(`tbody td[data-column="${CSS.escape(name)}"]`)) {
    const text = cell.textContent?.trim() ?? '';
    longestText = Math.max(longestText, text.length);
    for (const word of text.split(/\s+|(?<=@)/)) longestWord = Math.max(longestWord, word.length);
  }
  const share = Math.min((longestWord / longestText) * widerLetters, 1);
  const isDate = meta.date || meta.datetime;

  return Math.min(width, Math.max(isDate ? 0 : leastText, cellPadding + (width - cellPadding) * share));
}
