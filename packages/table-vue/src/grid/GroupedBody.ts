import type { TableController } from '@rowhouse/table-client';
import {
  type GroupedRow,
  type GroupLine,
  groupLabel,
  type TreeLine,
  totalText,
} from '@rowhouse/table-client/internal';
import { defineComponent, h, type PropType, type Slots, type VNode } from 'vue';
import { cellContent } from './cellContent.ts';
import { focusTarget } from './cellFocus.ts';
import { gapRows, rowSlots } from './GridBody.ts';
import { GridRow } from './GridRow.ts';
import type { GridColumn, GridColumns } from './gridColumns.ts';
import { groupEnd } from './groupEnd.ts';
import RowDetails from './RowDetails.vue';
import type { DrawnRows } from './rowWindow.ts';

/** Groups with their totals, each followed by its groups or rows while it is open: the rows of a WAI-ARIA tree grid. */
export default defineComponent({
  name: 'GroupedBody',
  props: {
    table: { type: Object as PropType<TableController>, required: true },
    columns: { type: Object as PropType<GridColumns>, required: true },
    /** Prefix of the ids of the details. */
    gridId: { type: String, required: true },
    /** The lines of a long tree that are drawn; null for all. */
    drawnRows: { type: Array as PropType<DrawnRows | null>, default: null },
  },
  setup(props, { slots }) {
    return () => {
      const { table, columns, drawnRows } = props;
      const lines = table.groupLines ?? [];
      const own = rowSlots(table, slots);
      const selected = new Set(table.selected);
      const draw = (line: TreeLine, index: number): VNode[] => {
        if (line.kind === 'group') return [groupRow(table, columns, line, index)];
        if (line.kind === 'row')
          return dataRows(props, { ...line, line: index }, own, selected.has(table.rowId(line.row)));

        return [groupEnd(table, columns, line, index)];
      };
      const onKeydown = (event: KeyboardEvent) => keyOnGroups(event, table, lines);
      const drawn = (drawnRows ?? [...lines.keys()]).flatMap((index) => {
        if (typeof index !== 'number') return gapRows(index, columns);
        const line = lines[index];

        return line ? draw(line, index) : [];
      });
      const body = lines.length > 0 || table.body?.fullRecordInfo ? drawn : [onDemand(table, columns)];

      return h('tbody', { onKeydown }, body);
    };
  },
});

/**
 * The label spans the cells before the first total, so that every total is in its column. Controls and actions have cells
 * of their own, because paper does not have them.
 */
function groupRow(table: TableController, columns: GridColumns, line: GroupLine, index: number): VNode {
  const { shown, selectable, expandable, numbered, leadingPositions } = columns;
  const before = shown.findIndex(({ column: { meta } }) => meta.total || meta.rawTotal || meta.average);
  const spanned = before === -1 ? shown.length : Math.max(before, numbered ? 0 : 1);
  const controls = Number(selectable) + Number(expandable);
  const control = (index: number, content: VNode[]) => {
    const place = leadingPositions[index];
    const attributes = { class: `rh-control${place?.class ?? ''}`, style: place?.style, tabindex: -1 };
    return h('td', { ...attributes, 'aria-colindex': index + 1 }, content);
  };
  const label = {
    class: 'rh-group-label',
    colspan: spanned + Number(numbered),
    'aria-colindex': controls + 1,
  };
  const attributes = {
    key: `group ${line.key}`,
    class: 'rh-group',
    'data-line': index,
    'aria-level': line.level,
    'aria-expanded': line.isOpen,
    'aria-posinset': line.position,
    'aria-setsize': line.size,
    'aria-busy': line.loading || null,
  };

  return h('tr', attributes, [
    ...(selectable ? [control(0, [selectGroup(table, columns, line)])] : []),
    ...(expandable ? [control(Number(selectable), [])] : []),
    h('td', { ...label, tabindex: -1 }, [toggle(table, columns, line)]),
    ...shown.slice(spanned).map((cell) => totalCell(cell, line, table)),
    ...(columns.actions ? [actionsCell(columns)] : []),
  ]);
}

function actionsCell({ actionsPosition, count }: GridColumns): VNode {
  const attributes = {
    class: `rh-actions${actionsPosition.class}`,
    style: actionsPosition.style,
    tabindex: -1,
  };

  return h('td', { ...attributes, 'aria-colindex': count });
}

function selectGroup(table: TableController, columns: GridColumns, line: GroupLine): VNode {
  const state = table.selectedGroups.get(line.key);
  const { column, text } = labelTexts(table, columns, line);

  return h('input', {
    type: 'checkbox',
    checked: state === 'all',
    indeterminate: state === 'some',
    tabindex: -1,
    'data-rh': 'select-group',
    'aria-label': table.translate('Select the rows of {group}', { group: `${column} ${text}` }),
  });
}

function toggle(table: TableController, columns: GridColumns, line: GroupLine): VNode {
  const attributes = {
    type: 'button',
    class: `rh-group-toggle rh-level-${line.level}`,
    tabindex: -1,
    'aria-expanded': line.isOpen,
    onClick: () => void table.toggleGroup(line.path),
  };

  return h('button', attributes, [
    h('span', { class: 'rh-group-mark', 'aria-hidden': 'true' }),
    h('bdi', labelOf(table, columns, line)),
    h('span', { class: 'rh-group-count' }, [
      ' ',
      table.translate('{count|# row|# rows}', { count: line.count }),
    ]),
  ]);
}

function labelTexts(table: TableController, columns: GridColumns, line: GroupLine) {
  const { column: name } = line.grouped;
  const description = [...columns.shown, ...columns.hidden].find((cell) => cell.name === name);
  const column = description?.column ?? table.columns.find((one) => one.name === name);
  const text = description?.text ?? ((value: unknown) => String(value ?? ''));
  const label = column ? groupLabel(line, { column, text }, table.translate) : line.label;
  const empty = table.translate('empty');

  return { description, label, text: label ?? empty, column: table.translate(column?.label ?? name) };
}

/** As in a cell of the column. */
function labelOf(table: TableController, columns: GridColumns, line: GroupLine): (VNode | string)[] {
  const { description, label, text, column } = labelTexts(table, columns, line);
  const isDrawn = description?.kind === 'state' || description?.kind === 'boolean';
  const content =
    description && isDrawn && label !== null
      ? cellContent(
          { ...description, clickable: false },
          { [line.grouped.column]: line.value },
          { table: { loading: false, translate: table.translate }, slots: {} },
        )
      : [label ?? h('span', { class: 'rh-group-empty' }, text)];
  const columnLabel = h('span', { class: 'rh-group-column' }, `${column} `);

  return [columnLabel, ...content];
}

function totalCell(cell: GridColumn, line: GroupLine, table: TableController): VNode {
  const { alignment, cssClass, positionAttributes, position, column } = cell;
  const total = line.total[cell.name];
  const isAverage = column.meta.average;
  const text = total === undefined ? '' : totalText(cell, total);
  const attributes = {
    class: `${alignment} ${cssClass}${positionAttributes.class}`,
    style: positionAttributes.style,
    tabindex: -1,
    dir: 'auto',
    'aria-colindex': position,
  };

  return h('td', attributes, [
    ...(isAverage && text ? [h('span', { class: 'is-sr-only' }, table.translate('Average'))] : []),
    h('span', { class: isAverage && text ? 'rh-average' : null }, text),
  ]);
}

interface BodyProps {
  readonly table: TableController;
  readonly columns: GridColumns;
  readonly gridId: string;
}

function dataRows(
  { table, columns, gridId }: BodyProps,
  { row, index, key, level, line, position, size }: GroupedRow & { readonly line: number },
  own: Slots | undefined,
  selected: boolean,
): VNode[] {
  const id = table.rowId(row);
  const detailsId = `${gridId}-details-${index}`;
  const expanded = columns.expandable && table.expanded.has(id);
  const state = { selected, expanded, highlighted: table.highlighted.has(id) };
  // Slots of the host may have state that belongs to the row.
  const ownKey = own ? `${key} ${id}` : key;
  const drawn = h(
    GridRow,
    {
      key: `row ${ownKey}`,
      table,
      columns,
      row,
      index,
      detailsId,
      ...state,
      level,
      line,
      place: position,
      size,
    },
    own,
  );

  return expanded
    ? [drawn, h(RowDetails, { key: `details ${ownKey}`, id: detailsId, table, columns, row, index }, own)]
    : [drawn];
}

/** Above its limit, a table is counted only on the user's request. */
function onDemand(table: TableController, columns: GridColumns): VNode {
  const attributes = {
    type: 'button',
    class: 'button is-small',
    tabindex: -1,
    onClick: () => void table.forceInfo(),
  };

  return h('tr', { class: 'rh-group-end' }, [
    h('td', { colspan: columns.drawn, tabindex: -1 }, [
      h('p', table.translate('Grouping takes a while in a large table, so it is done on demand.')),
      h('button', attributes, table.translate('Group now')),
    ]),
  ]);
}

/**
 * Keys on the label of a group, and in the first cell of a row: towards the end opens a group; towards the start closes it,
 * or focuses the group of the row. The grid handles all other keys.
 */
function keyOnGroups(event: KeyboardEvent, table: TableController, lines: readonly TreeLine[]): void {
  const { key, target } = event;
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.parentElement;
  const isArrow = key === 'ArrowLeft' || key === 'ArrowRight';
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (!isArrow || !isPlain || !cell || !row) return;
  if (target !== cell && target !== focusTarget(cell)) return;

  const isForward =
    (key === 'ArrowRight') === (getComputedStyle(cell.closest('table') ?? cell).direction !== 'rtl');
  const index = Number(row.dataset.line ?? -1);
  const line = lines[index];
  const isGroup = line?.kind === 'group';
  if (isGroup ? !cell.matches('.rh-group-label') : cell.cellIndex > 0) return;

  if (isGroup && line.isOpen !== isForward) void table.toggleGroup(line.path);
  else if (isForward || !line || !focusParent(cell, lines, index)) return;
  event.preventDefault();
}

/** False for a group of the first level, which has none. */
function focusParent(cell: HTMLTableCellElement, lines: readonly TreeLine[], index: number): boolean {
  const level = (lines[index]?.level ?? 1) - 1;
  const parent = lines.findLastIndex(
    (line, at) => at < index && line.kind === 'group' && line.level === level,
  );
  const target = cell
    .closest('tbody')
    ?.querySelector<HTMLTableCellElement>(`tr[data-line="${parent}"] > .rh-group-label`);
  if (target) focusTarget(target).focus();

  return target !== null && target !== undefined;
}
