import { h, type Slots, type VNode } from 'vue';
import { booleanOf, type CellDescription } from '../cells/describeCell.ts';
import { plainText } from '../cells/plainText.ts';
import { iconClass, iconOfValue, isKnownIcon } from '../iconClass.ts';
import type { TableController, TableRow, Translate } from '../TableController.ts';

export type Content = string | (VNode | string)[];

/** What cells are drawn with, beside their row. */
export interface CellTools {
  readonly table: Pick<TableController, 'loading' | 'translate'> & Partial<Pick<TableController, 'cellLink'>>;
  readonly slots: Slots;
}

/** Characters from which a text is folded to a few lines. */
const longText = 140;

/** What stands in a cell; a plain text where that is all. */
export function cellContent(
  description: CellDescription,
  row: TableRow,
  { table, slots }: CellTools,
): Content {
  const { kind, name, column, clickable } = description;
  const slot = kind === 'slot' ? slots[name] : undefined;

  if (slot) {
    return [h('div', { class: 'rh-slot' }, slot({ column, row, loading: table.loading }))];
  }

  const value = description.value(row);

  if (kind === 'boolean') {
    return asControl(booleanContent(booleanOf(value), table.translate), clickable);
  }
  if (kind === 'icon') {
    return asControl(iconContent(iconOfValue(plainText(value))), clickable);
  }

  const text = description.text(value);
  const href = clickable || text === '' ? null : (table.cellLink?.(name, row) ?? null);
  const content = href === null ? asControl(text, clickable) : [h('a', { ...cellLink, href }, text)];

  return text.length > longText ? folded(content, table.translate) : content;
}

const clickableCell = { type: 'button', class: 'rh-clickable', tabindex: -1, 'data-rh': 'cell' };

const cellLink = { class: 'rh-link', tabindex: -1 };

function asControl(content: Content, clickable: boolean): Content {
  return clickable && content !== '' ? [h('button', clickableCell, content)] : content;
}

function booleanContent(value: boolean | null, translate: Translate): Content {
  if (value === null) {
    return '';
  }

  return [
    h('span', { class: value ? 'tag rh-boolean is-success' : 'tag rh-boolean is-danger' }, [
      h('i', { class: value ? 'fa-solid fa-check' : 'fa-solid fa-xmark', 'aria-hidden': 'true' }),
      h('span', { class: 'is-sr-only' }, translate(value ? 'Yes' : 'No')),
    ]),
  ];
}

function iconContent(name: string): Content {
  if (name === '') {
    return '';
  }

  const icon = isKnownIcon(name)
    ? h('span', { class: 'icon is-small' }, h('i', { class: iconClass(name), 'aria-hidden': 'true' }))
    : h('span', { class: 'icon is-small rh-icon-unknown', 'aria-hidden': 'true' });

  return [icon, h('span', { class: 'is-sr-only' }, name)];
}

function folded(content: Content, translate: Translate): Content {
  return [
    h('div', { class: 'rh-folded' }, content),
    h('button', {
      type: 'button',
      class: 'rh-unfold',
      tabindex: -1,
      'data-rh': 'unfold',
      'aria-expanded': 'false',
      'aria-label': translate('Whole text'),
    }),
  ];
}
