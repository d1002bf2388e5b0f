import type { TableController, TableRow } from '@rowhouse/table-client';
import type { InitButton } from '@rowhouse/table-protocol';
import { createTextVNode, defineComponent, h, type PropType, type Slots, type VNode } from 'vue';
import { readableName } from '../buttonNames.ts';
import { iconNode } from '../icons.ts';
import { type CellTools, type Content, cellContent, isFolded, ownClass } from './cellContent.ts';
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
    /** Another user has changed the row, or it is no longer in the result. */
    changed: Boolean,
    gone: Boolean,
    /** Id of the row's details while they are open. */
    detailsId: { type: String, required: true },
    /** In a group: level in the tree, and place among the rows of the group. */
    level: { type: Number, default: 0 },
    /** Index of its line in the tree. */
    line: { type: Number, default: 0 },
    place: { type: Number, default: 0 },
    size: { type: Number, default: 0 },
  },
  setup(props, { slots }) {
    return () => {
      const { table, columns, index, level } = props;
      const attributes = {
        class: rowClass(props),
        role: columns.cards ? 'row' : null,
        'data-row': index,
        // The header is the first.
        'aria-rowindex': level > 0 ? null : table.rowNumber(index) + 1,
        ...(level > 0 && {
          'data-line': props.line,
          'aria-level': level,
          'aria-posinset': props.place,
          'aria-setsize': props.size,
        }),
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
  readonly changed: boolean;
  readonly gone: boolean;
  readonly detailsId: string;
}

function rowClass({ table, row, selected, highlighted, changed, gone }: RowProps): string {
  const own = Array.isArray(row._cssClasses) ? row._cssClasses.join(' ') : '';
  const highlight = highlighted ? ` rh-highlighted ${table.template?.highlight}` : '';

  const mark = gone ? ' rh-gone' : changed ? ' rh-changed' : '';

  return `rh-row ${own}${selected ? ' rh-selected' : ''}${highlight}${mark}`;
}

function leadingCells({ table, columns, index, selected, expanded, detailsId }: RowProps): VNode[] {
  const { selectable, expandable, numbered, align, leadingPositions } = columns;
  const cells: VNode[] = [];
  const role = columns.cards ? 'gridcell' : null;
  const add = (cssClass: string, content: Content) => {
    const place = leadingPositions[cells.length];
    const attributes = { class: `${cssClass}${place?.class ?? ''}`, style: place?.style, tabindex: -1 };
    cells.push(h('td', { ...attributes, role, 'aria-colindex': cells.length + 1 }, drawable(content)));
  };
  const number = table.rowNumber(index);

  if (selectable) {
    const label = table.translate('Select row {number}', { number });
    const input = h('input', {
      type: 'checkbox',
      checked: selected,
      tabindex: -1,
      'data-rh': 'select',
      'aria-label': label,
    });
    add('rh-control', [columns.cards ? h('label', { class: 'rh-touch' }, [input]) : input]);
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

function dataCells({ table, columns, row, changed, gone }: RowProps, slots: Slots): VNode[] {
  const tools: CellTools = { table, slots };
  const mark = gone ? table.translate('Gone') : changed ? table.translate('Changed') : null;

  return columns.shown.map((column, index) => {
    const content = cellContent(column, row, tools);

    const attributes = cellAttributes(column, content, ownClass(row, column.name));
    if (mark === null || index > 0) return h('td', attributes, drawable(content));

    return h('td', attributes, [h('span', { class: 'is-sr-only' }, `${mark}: `), ...drawable(content)]);
  });
}

/** A text node is not moved in the document when its text changes; a text as the content of an element is replaced. */
const drawable = (content: Content) => (typeof content === 'string' ? [createTextVNode(content)] : content);

function cellAttributes(column: GridColumn, content: Content, own: string | undefined): CellAttributes {
  const attributes = needsLines(content) ? column.wrappedCell : column.cell;

  return own ? { ...attributes, class: `${attributes.class} ${own}` } : attributes;
}

/** True if the cell's text, or its control's, is too long for one line. */
function needsLines(content: Content): boolean {
  const [first] = typeof content === 'string' ? [content] : content;
  if (typeof first !== 'object') return first !== undefined && isLong(first);

  return isFolded(first) || (typeof first.children === 'string' && isLong(first.children));
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
    class: `rh-actions ${columns.align}${columns.actionsPosition.class}`,
    style: columns.actionsPosition.style,
    role: columns.cards ? 'gridcell' : null,
    tabindex: -1,
    'aria-colindex': columns.count,
  };

  const drawn = h('div', { class: 'rh-buttons' }, buttons);

  return [h('td', attributes, columns.cards && buttons.length > 0 ? [cardMenu(table), drawn] : drawn)];
}

/** Shows the buttons of a card, which would take a line of each. */
function cardMenu({ translate }: TableController): VNode {
  const attributes = {
    type: 'button',
    class: 'rh-card-menu',
    tabindex: -1,
    'data-rh': 'card-menu',
    'aria-expanded': 'false',
    'aria-label': translate('Actions of the row'),
  };

  return h('button', attributes, h('span', { class: 'rh-dots', 'aria-hidden': 'true' }));
}

const isDestructive = ({ method }: InitButton): boolean => method === 'DELETE';

/** Buttons that delete come last, apart from the others; `index` is the index among the row's buttons. */
function destructiveLast(buttons: readonly InitButton[]) {
  return buttons
    .map((button, index) => ({ button, index }))
    .toSorted((one, other) => Number(isDestructive(one.button)) - Number(isDestructive(other.button)));
}

/** A row's button; a link if it only opens an address, so that it can be opened in another tab. */
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
