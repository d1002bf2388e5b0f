import {
  booleanOf,
  type CellDescription,
  plainText,
  type TableController,
  type TableRow,
  type Translate,
} from '@rowhouse/table-client';
import { h, type Slots, type VNode } from 'vue';
import { iconNode, iconOfValue } from '../icons.ts';

/** CSS classes that the server gives to a cell of the row. */
export function ownClass({ _cssClasses: classes }: TableRow, name: string): string | undefined {
  return classes && !Array.isArray(classes) ? (classes as Record<string, string>)[name] : undefined;
}

export type Content = string | (VNode | string)[];

/** What cells are drawn with, in addition to their row. */
export interface CellTools {
  readonly table: Pick<TableController, 'loading' | 'translate'> & Partial<Pick<TableController, 'cellLink'>>;
  readonly slots: Slots;
}

/** Longer texts are folded to a few lines, in characters. */
const longText = 140;

/** The content of a cell; a string if it is only text. */
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

  return [iconNode(name) ?? '', h('span', { class: 'is-sr-only' }, name)];
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
