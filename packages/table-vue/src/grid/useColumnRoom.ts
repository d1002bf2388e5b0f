import type { TableColumn, TableController } from '@rowhouse/table-client';
import { type Ref, ref, shallowRef } from 'vue';
import { columnsToHide } from './columnsToHide.ts';
import { type MeasuredColumns, measureColumns } from './measureColumns.ts';
import { type ColumnSize, spreadColumns } from './spreadColumns.ts';

/** Width of the column that opens a row's details until it is drawn, in CSS pixels. */
export const usualExpander = 36;

/** The width of a column while the user changes it. */
export interface LiveWidth {
  readonly name: string;
  readonly width: number;
}

export interface ColumnRoom {
  /** Column → width; null until the first rows are measured. */
  readonly columnWidths: Readonly<Ref<ReadonlyMap<string, number> | null>>;
  readonly edges: Readonly<Ref<Omit<MeasuredColumns, 'columns'>>>;
  readonly isScrolled: Readonly<Ref<boolean>>;
  /** Free space that no column takes. */
  readonly isShort: Readonly<Ref<boolean>>;
  measure(grid: HTMLTableElement): void;
  /**
   * Hides what has no room, and shares `available` among the others. False if a column is shown that was never drawn: it
   * has to be measured.
   */
  share(available: number): boolean;
  /** These columns keep their widths while there is room. */
  hold(names: readonly string[]): void;
  forget(): void;
}

/** Which columns have room, and how wide they are: from their measured sizes and the width of the container. */
export function useColumnRoom(table: TableController, live: Readonly<Ref<LiveWidth | null>>): ColumnRoom {
  const columnWidths = shallowRef<ReadonlyMap<string, number> | null>(null);
  const edges = shallowRef<Omit<MeasuredColumns, 'columns'>>({ leading: [], actions: 0, expander: null });
  const isScrolled = ref(false);
  const isShort = ref(false);
  /** Of the columns that were ever drawn. */
  const sizes = new Map<string, ColumnSize>();
  /** The columns before a resized one, which keep their widths while there is room. */
  let held: ReadonlyMap<string, number> = new Map();

  function sizeOf({ name, width }: TableColumn): ColumnSize {
    const own = live.value?.name === name ? live.value.width : width;
    if (own !== null) return { natural: own, least: own, isFixed: true };
    const { natural, least } = sizes.get(name) ?? { natural: 0, least: 0 };
    const kept = held.get(name);
    if (kept !== undefined) return { natural: kept, least: Math.min(least, kept), isFixed: true };

    // A table that scrolls sideways does not narrow its columns.
    return { natural, least: table.fit === 'scroll' ? natural : least };
  }

  /** Width of the cells without a column, except the one that opens a row's details. */
  function fixedWidth(opener: number): number {
    const { leading, actions } = edges.value;
    const { selectable = false, crtNo = false } = table.template ?? {};
    const hasOpener = leading.length > Number(selectable) + Number(crtNo);

    return leading.reduce((sum, width) => sum + width, actions) - (hasOpener ? opener : 0);
  }

  return {
    columnWidths,
    edges,
    isScrolled,
    isShort,
    measure(grid) {
      const { columns, ...others } = measureColumns(grid, table.columns);
      for (const [name, size] of columns) sizes.set(name, size);
      edges.value = { ...others, expander: others.expander ?? edges.value.expander };
    },
    share(available) {
      const wanted = table.columns.filter(({ visible }) => visible);
      const hasPreview = table.template?.preview === true;
      const opener = edges.value.expander ?? usualExpander;
      const fixed = fixedWidth(opener);
      const room = { available, fixed: fixed + (hasPreview ? opener : 0), expander: hasPreview ? 0 : opener };
      const least = new Map(wanted.map((column) => [column.name, sizeOf(column).least]));
      const hidden =
        table.fit === 'scroll'
          ? []
          : columnsToHide(wanted, { ...room, columns: least, rowName: table.template?.rowName });
      const shown = wanted.filter(({ name }) => !hidden.includes(name));
      const rest = available - room.fixed - (hidden.length > 0 ? room.expander : 0);
      const widths = spreadColumns(shown.map(sizeOf), rest);
      table.setHidden(hidden);
      columnWidths.value = new Map(shown.map(({ name }, index) => [name, widths[index] ?? 0]));
      const sum = widths.reduce((before, width) => before + width, 0);
      isScrolled.value = sum > rest + 1;
      isShort.value = sum < rest - 1;

      return shown.every(({ name }) => sizes.has(name));
    },
    hold(names) {
      held = new Map(names.map((name) => [name, columnWidths.value?.get(name) ?? 0]));
    },
    forget() {
      sizes.clear();
      held = new Map();
      columnWidths.value = null;
    },
  };
}
