import {
  type CellDescription,
  describeCell,
  type TableColumn,
  type TableController,
} from '@rowhouse/table-client';
import { type ComputedRef, computed } from 'vue';

/** True if a text may need more than one line. */
export const isLong = (text: string): boolean => text.length > 30;

/** A column in the grid. */
export interface GridColumn extends CellDescription {
  /** One-based position among the grid's columns, including those without room. */
  readonly position: number;
  /**
   * Attributes of its cells. One object for all of them, because Vue compares an element's attributes only if the object
   * differs.
   */
  readonly cell: CellAttributes;
  /** Attributes of cells whose text may need several lines. */
  readonly wrappedCell: CellAttributes;
}

export interface CellAttributes {
  readonly class: string;
  readonly tabindex: -1;
  readonly dir: 'auto';
  readonly 'data-column': string;
  readonly 'aria-colindex': number;
}

/** The columns that the grid draws, from the first to the last. */
export interface GridColumns {
  readonly selectable: boolean;
  readonly expandable: boolean;
  readonly numbered: boolean;
  readonly shown: readonly GridColumn[];
  readonly hidden: readonly CellDescription[];
  readonly actions: boolean;
  /** Alignment classes of cells without a column. */
  readonly align: string;
  /** Number of cells before the shown columns. */
  readonly leading: number;
  /** Number of cells in a row. */
  readonly drawn: number;
  /** Number of columns, including those without room. */
  readonly count: number;
}

const none: GridColumns = {
  selectable: false,
  expandable: false,
  numbered: false,
  shown: [],
  hidden: [],
  actions: false,
  align: '',
  leading: 0,
  drawn: 0,
  count: 0,
};

export function useGridColumns(table: TableController): ComputedRef<GridColumns> {
  // The same list as before if nothing has changed, because a new list redraws every cell.
  const drawable = computed<readonly TableColumn[]>((before) =>
    before && isSame(before, table.columns) ? before : table.columns,
  );

  return computed(() => {
    const { template } = table;
    const visible = drawable.value.filter((column) => column.visible);
    const hiddenColumns = visible.filter(({ hidden }) => hidden);
    const shownColumns = visible.filter(({ hidden }) => !hidden);

    if (!template) {
      return none;
    }

    const { selectable, crtNo: numbered, actions, align, aligns } = template;
    const expandable = hiddenColumns.length > 0 || template.preview;
    const leading = Number(selectable) + Number(expandable) + Number(numbered);
    const positions = new Map(visible.map(({ name }, index) => [name, leading + 1 + index]));
    const describe = (column: TableColumn) =>
      describeCell(column, { align, aligns, translate: table.translate });

    return {
      selectable,
      expandable,
      numbered,
      actions,
      align: align.join(' '),
      leading,
      shown: shownColumns.map((column) => gridColumn(describe(column), positions.get(column.name) ?? 0)),
      hidden: hiddenColumns.map(describe),
      drawn: leading + shownColumns.length + Number(actions),
      count: leading + positions.size + Number(actions),
    };
  });
}

function isSame(before: readonly TableColumn[], now: readonly TableColumn[]): boolean {
  return (
    before.length === now.length &&
    now.every((column, index) => {
      const other = before[index] as TableColumn;

      return (
        column.meta === other.meta &&
        column.visible === other.visible &&
        column.hidden === other.hidden &&
        column.sort === other.sort &&
        column.sortPlace === other.sortPlace
      );
    })
  );
}

function gridColumn(description: CellDescription, position: number): GridColumn {
  const cell = (cssClass: string): CellAttributes => ({
    class: `${cssClass} ${description.alignment} ${description.cssClass}`,
    tabindex: -1,
    dir: 'auto',
    'data-column': description.name,
    'aria-colindex': position,
  });

  return {
    ...description,
    position,
    cell: cell('rh-cell'),
    wrappedCell: cell('rh-cell rh-wrap'),
  };
}
