import type { TableController, TableRow } from '@rowhouse/table-client';
import type { InitButton } from '@rowhouse/table-protocol';
import { defineComponent, h, type PropType, type Slots, type VNode } from 'vue';
import { readableName } from '../buttonNames.ts';
import { iconNode } from '../icons.ts';
import { type CellTools, type Content, cellContent, ownClass } from './cellContent.ts';
import { type CellAttributes, type GridColumn, type GridColumns, isLong } from './gridColumns.ts';

/**
 * One row of the page. A render function, because a template creates an object of attributes for every cell. The table
 * listens to the events.
 */
export const GridRow = defineComponent({
  name: 'GridRow',
  props: {
    table: { type: Object as PropType<TableController>, required: true },
    columns: { type: Object as PropType<GridColumns>, required: true },
    row: { type: Object as PropType<TableRow>, required: true },
    /** Position on the page, from 0. */
    index: { type: Number, required: true },
    selected: Boolean,
    highlighted: Boolean,
    expanded: Boolean,
    /** Id of the row's details while they are open. */
    detailsId: { type: String, required: true },
  },
  setup(props, { slots }) {
    return () => {
      const { table, columns, index } = props;
      const attributes = {
        class: rowClass(props),
        'data-row': index,
        // The header is the first.
        'aria-rowindex': table.rowNumber(index) + 1,
        'aria-selected': columns.selectable ? props.selected : null,
      };

      return h('tr', attributes, [
        ...leadingCells(props),
        ...dataCells(props, slots),
        ...actionCells(props, slots),
      ]);
    };
  },
});

interface RowProps {
  readonly table: TableController;
  readonly columns: GridColumns;
  readonly row: TableRow;
  readonly index: number;
  readonly selected: boolean;
  readonly highlighted: boolean;
  readonly expanded: boolean;
  readonly detailsId: string;
}

function rowClass({ table, row, selected, highlighted }: RowProps): string {
  const own = Array.isArray(row._cssClasses) ? row._cssClasses.join(' ') : '';
  const highlight = highlighted ? ` rh-highlighted ${table.template?.highlight}` : '';

  return `rh-row ${own}${selected ? ' rh-selected' : ''}${highlight}`;
}

function leadingCells({ table, columns, index, selected, expanded, detailsId }: RowProps): VNode[] {
  const { selectable, expandable, numbered, align, leadingPlaces } = columns;
  const cells: VNode[] = [];
  const add = (cssClass: string, content: Content) => {
    const place = leadingPlaces[cells.length];
    const attributes = { class: `${cssClass}${place?.class ?? ''}`, style: place?.style, tabindex: -1 };
    cells.push(h('td', { ...attributes, 'aria-colindex': cells.length + 1 }, content));
  };
  const number = table.rowNumber(index);

  if (selectable) {
    const label = table.translate('Select row {number}', { number });
    add('rh-control', [
      h('input', {
        type: 'checkbox',
        checked: selected,
        tabindex: -1,
        'data-rh': 'select',
        'aria-label': label,
      }),
    ]);
  }
  if (expandable) {
    add('rh-control', [
      h('button', {
        type: 'button',
        class: 'rh-expander',
        tabindex: -1,
        'data-rh': 'expand',
        'aria-expanded': expanded,
        'aria-controls': expanded ? detailsId : null,
        'aria-label': table.translate('Details of row {number}', { number }),
      }),
    ]);
  }
  if (numbered) {
    add(`rh-cell rh-number ${align}`, String(number));
  }

  return cells;
}

function dataCells({ table, columns, row }: RowProps, slots: Slots): VNode[] {
  const tools: CellTools = { table, slots };

  return columns.shown.map((column) => {
    const content = cellContent(column, row, tools);

    return h('td', cellAttributes(column, content, ownClass(row, column.name)), content);
  });
}

function cellAttributes(column: GridColumn, content: Content, own: string | undefined): CellAttributes {
  const attributes = needsLines(content) ? column.wrappedCell : column.cell;

  return own ? { ...attributes, class: `${attributes.class} ${own}` } : attributes;
}

/** True if the cell's text, or its control's, is too long for one line. */
function needsLines(content: Content): boolean {
  const [first] = typeof content === 'string' ? [content] : content;
  const text = typeof first === 'object' ? first.children : first;

  return typeof text === 'string' && isLong(text);
}

function actionCells({ table, columns, row }: RowProps, slots: Slots): VNode[] {
  if (!columns.actions) {
    return [];
  }

  const buttons = destructiveLast(table.rowButtons(row)).map(({ button, index }) => {
    const slot = button.slot ? slots[button.slot] : undefined;

    if (!slot) {
      return rowButton(table, button, row, index);
    }

    const { icon, label, route, event, class: cssClass } = button;

    return h('span', { class: 'rh-slot' }, slot({ button, icon, label, route, event, cssClass, row }));
  });
  const attributes = {
    class: `rh-actions ${columns.align}${columns.actionsPlace.class}`,
    style: columns.actionsPlace.style,
    tabindex: -1,
    'aria-colindex': columns.count,
  };

  return [h('td', attributes, h('div', { class: 'rh-buttons' }, buttons))];
}

const isDestructive = ({ method }: InitButton): boolean => method === 'DELETE';

/** Buttons that delete come last, apart from the others; `index` is that among the row's buttons. */
function destructiveLast(buttons: readonly InitButton[]) {
  return buttons
    .map((button, index) => ({ button, index }))
    .toSorted((one, other) => Number(isDestructive(one.button)) - Number(isDestructive(other.button)));
}

/** A row's button; a link if it only leads to an address, so that it can be opened in another tab. */
export function rowButton(table: TableController, button: InitButton, row: TableRow, index: number): VNode {
  const label = button.label ? table.translate(button.label) : '';
  const tooltip = table.translate(button.tooltip || (button.label ? '' : readableName(button.name)));
  const isBusy = table.isBusy(button, row);
  // A link could be opened without the confirmation.
  const isLink = button.action === 'href' && !button.confirmation;
  const path = isLink ? table.buttonPath(button, row) : null;
  const attributes = {
    class: ['button is-small', button.class, isBusy && 'is-loading', isDestructive(button) && 'rh-apart'],
    tabindex: -1,
    'data-rh': 'button',
    'data-button': index,
    'data-tooltip': tooltip || null,
    'aria-label': accessibleName(label, tooltip),
    'aria-disabled': isBusy ? 'true' : null,
  };

  return path === null
    ? h('button', { type: 'button', ...attributes }, buttonContent(button.icon, label, tooltip))
    : h('a', { href: path, ...attributes }, buttonContent(button.icon, label, tooltip));
}

/** The tooltip; preceded by the label if the tooltip lacks it, because speech input uses the visible text. */
function accessibleName(label: string, tooltip: string): string {
  if (label && tooltip && !tooltip.toLowerCase().includes(label.toLowerCase())) {
    return `${label}: ${tooltip}`;
  }

  return tooltip || label;
}

function buttonContent(icon: string | undefined, label: string, name: string): VNode[] {
  const drawn = icon ? iconNode(icon, '') : null;

  return drawn ? [drawn, ...(label ? [h('span', label)] : [])] : [h('span', label || name)];
}
