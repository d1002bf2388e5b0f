import {
  type CellDescription,
  describeCell,
  type TableColumn,
  type TableController,
} from '@rowhouse/table-client';
import type { PinnedSide } from '@rowhouse/table-client/internal';
import { type ComputedRef, computed } from 'vue';
import { namesOf } from './columnImportance.ts';

/** True if a text may need more than one line. */
export const isLong = (text: string): boolean => text.length > 30;

/** A column in the grid. */
export interface GridColumn extends CellDescription {
  /** One-based position among the grid's columns, including those without room. */
  readonly position: number;
  /** Classes and style of header, cells and totals that keep the column's width, and its place while others scroll. */
  readonly positionAttributes: PositionAttributes;
  /**
   * Attributes of its cells. One object for all of them, because Vue compares an element's attributes only if the object
   * differs.
   */
  readonly cell: CellAttributes;
  /** Attributes of cells whose text may need several lines. */
  readonly wrappedCell: CellAttributes;
}

/** Empty for a column that scrolls and is as wide as its content. */
export interface PositionAttributes {
  readonly class: string;
  readonly style: string | undefined;
}

export interface CellAttributes extends PositionAttributes {
  /** On cards only, because a cell that is not laid out as one loses its role. */
  readonly role?: 'gridcell';
  /** The column's label above the value of a card; hidden from screen readers. */
  readonly 'data-label'?: string;
  readonly tabindex: -1;
  readonly dir: 'auto';
  readonly 'data-column': string;
  readonly 'aria-colindex': number;
  /** False for editable cells; null in a table without any. */
  readonly 'aria-readonly': 'false' | null;
}

/** The columns that the grid draws, from the first to the last. */
export interface GridColumns {
  /** Rows are drawn as cards. */
  readonly cards: boolean;
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
  /** Positions of the cells before the columns, from the first; they stay if a column is pinned after them. */
  readonly leadingPositions: readonly PositionAttributes[];
  /** Position of the actions; they stay if a column is pinned before them. */
  readonly actionsPosition: PositionAttributes;
}

const noPosition: PositionAttributes = { class: '', style: undefined };

const none: GridColumns = {
  cards: false,
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
  leadingPositions: [],
  actionsPosition: noPosition,
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
    const { cards } = table;
    const expandable = hiddenColumns.length > 0 || template.preview;
    const leading = Number(selectable) + Number(expandable) + Number(numbered);
    const count = leading + visible.length + Number(actions);
    const isPinned = (side: PinnedSide) => !cards && shownColumns.some(({ pinned }) => pinned === side);
    const positions = new Map(visible.map(({ name }, index) => [name, leading + 1 + index]));
    const describe = (column: TableColumn) =>
      describeCell(column, { align, aligns, translate: table.translate });

    const named = namesOf(shownColumns, template.rowName);
    const titles = named.length > 0 ? named : shownColumns.slice(0, 1);

    return {
      cards,
      selectable,
      expandable,
      numbered,
      actions,
      align: align.join(' '),
      leading,
      shown: shownColumns.map((column, index) => {
        const isEdge = column.pinned !== shownColumns[index + (column.pinned === 'left' ? 1 : -1)]?.pinned;

        const position = positions.get(column.name) ?? 0;

        return cards
          ? cardColumn(describe(column), position, table.translate(column.label), titles.includes(column))
          : gridColumn(describe(column), position, isEdge);
      }),
      hidden: hiddenColumns.map(describe),
      drawn: leading + shownColumns.length + Number(actions),
      count,
      leadingPositions: Array.from({ length: leading }, (_, index) =>
        isPinned('left') ? positionAttributesOf({ position: index + 1, pinned: 'left' }) : noPosition,
      ),
      actionsPosition: isPinned('right')
        ? positionAttributesOf({ position: count, pinned: 'right' })
        : noPosition,
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
        column.sortPosition === other.sortPosition &&
        column.canSort === other.canSort &&
        column.canUnsort === other.canUnsort &&
        column.width === other.width &&
        column.pinned === other.pinned
      );
    })
  );
}

interface PositionedColumn {
  readonly position: number;
  readonly pinned: PinnedSide | null;
  readonly width?: number | null;
  readonly isEdge?: boolean;
}

/** The variables of positions and widths are set by `useColumnWidths`. */
function positionAttributesOf({
  position,
  pinned,
  width = null,
  isEdge = false,
}: PositionedColumn): PositionAttributes {
  const edge = isEdge ? ' rh-pin-edge' : '';
  const end = pinned === 'right' ? ' rh-at-end' : '';
  // Not logical properties, since the direction of a cell depends on its text.
  const stays = pinned !== null && [
    ` rh-pinned${edge}${end}`,
    `left: var(--rh-left-${position}); right: var(--rh-right-${position})`,
  ];
  const sized = width !== null && [
    ' rh-sized',
    `min-width: var(--rh-width-${position}); max-width: var(--rh-width-${position})`,
  ];
  const parts = [stays, sized].filter((part) => part !== false);

  return parts.length === 0
    ? noPosition
    : { class: parts.map(([name]) => name).join(''), style: parts.map(([, style]) => style).join('; ') };
}

function gridColumn(description: CellDescription, position: number, isEdge: boolean): GridColumn {
  const { pinned, width, edit } = description.column;
  const positionAttributes = positionAttributesOf({
    position,
    pinned,
    width,
    isEdge: pinned !== null && isEdge,
  });
  const cell = (cssClass: string): CellAttributes => ({
    class: `${cssClass} ${description.alignment} ${description.cssClass}${positionAttributes.class}${edit ? ' rh-editable' : ''}`,
    style: positionAttributes.style,
    tabindex: -1,
    dir: 'auto',
    'data-column': description.name,
    'aria-colindex': position,
    'aria-readonly': edit ? 'false' : null,
  });

  return {
    ...description,
    position,
    positionAttributes,
    cell: cell('rh-cell'),
    wrappedCell: cell('rh-cell rh-wrap'),
  };
}

/** The value of a card: a part of its title, the chip of a state, or a value below its label. */
function cardColumn(
  description: CellDescription,
  position: number,
  label: string,
  isTitle: boolean,
): GridColumn {
  const { kind, name, cssClass, column } = description;
  const part = isTitle ? 'rh-card-title' : kind === 'state' ? 'rh-card-state' : 'rh-card-value';
  const cell: CellAttributes = {
    ...noPosition,
    class: `rh-cell ${part} ${cssClass}${column.edit ? ' rh-editable' : ''}`,
    tabindex: -1,
    dir: 'auto',
    'data-column': name,
    'aria-colindex': position,
    'aria-readonly': column.edit ? 'false' : null,
    role: 'gridcell',
    ...(part === 'rh-card-value' && { 'data-label': label }),
  };

  return { ...description, position, positionAttributes: noPosition, cell, wrappedCell: cell };
}
