import type { CellDescription, TableController, TableRow, Translate } from '@rowhouse/table-client';
import { booleanOf, plainText } from '@rowhouse/table-client/internal';
import { h, type Slots, type VNode } from 'vue';
import { readableName } from '../buttonNames.ts';
import { iconNode, iconOfValue } from '../icons.ts';

/** CSS classes that the server gives to a cell of the row. */
export function ownClass({ _cssClasses: classes }: TableRow, name: string): string | undefined {
  return classes && !Array.isArray(classes) ? (classes as Record<string, string>)[name] : undefined;
}

export type Content = string | (VNode | string)[];

/** Context for drawing cells, in addition to their row. */
export interface CellTools {
  readonly table: Pick<TableController, 'loading' | 'translate'> & Partial<Pick<TableController, 'cellLink'>>;
  readonly slots: Slots;
}

/** Maximum characters of a text that is not folded. */
const longText = 140;

/** The content of a cell; a string if it is only text. */
export function cellContent(
  description: CellDescription,
  row: TableRow,
  { table, slots }: CellTools,
): Content {
  const { kind, name, column } = description;
  const slot = kind === 'slot' ? slots[name] : undefined;

  if (slot) {
    return [h('div', { class: 'rh-slot' }, slot({ column, row, loading: table.loading }))];
  }

  const content = valueContent(description, row, table);

  return content === ''
    ? [h('span', { class: 'rh-none', role: 'img', 'aria-label': table.translate('empty') }, '–')]
    : content;
}

/** Empty for no value. */
function valueContent(description: CellDescription, row: TableRow, table: CellTools['table']): Content {
  const { kind, name, clickable } = description;
  const value = description.value(row);

  if (kind === 'boolean') {
    return asControl(booleanContent(booleanOf(value), table.translate), clickable);
  }
  if (kind === 'icon') {
    return asControl(iconContent(iconOfValue(plainText(value)), table.translate), clickable);
  }

  const text = description.text(value);
  const href = clickable || text === '' ? null : (table.cellLink?.(name, row) ?? null);
  if (kind === 'state' && text !== '') {
    return [
      stateChip(
        plainText(value),
        text,
        href,
        description.cssClass !== '' || ownClass(row, name) !== undefined,
      ),
    ];
  }
  const drawn = addressParts(text);
  const content = href === null ? asControl(drawn, clickable) : [h('a', { ...cellLink, href }, drawn)];

  return text.length > longText ? folded(content, table.translate) : content;
}

const address = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|https?:\/\/\S+)$/;

/** The parts of an e-mail or web address, each of which is broken only if it is longer than a line; other texts whole. */
function addressParts(text: string): Content {
  return address.test(text)
    ? text.split(/(?<=[@/])(?!\/)/).map((part) => h('span', { class: 'rh-part' }, part))
    : text;
}

const clickableCell = { type: 'button', class: 'rh-clickable', tabindex: -1, 'data-rh': 'cell' };

const cellLink = { class: 'rh-link', tabindex: -1 };

function asControl(content: Content, clickable: boolean): Content {
  return clickable && content !== '' ? [h('button', clickableCell, content)] : content;
}

/** Number of colours of chips. */
const tones = 8;

/**
 * A listed value as a chip, whose colour depends only on the value, so that it is the same everywhere. `isStyled`: a
 * class of the template or the server gives the text its colour.
 */
function stateChip(key: string, text: string, href: string | null, isStyled: boolean): VNode {
  const tone = isStyled ? 'rh-tone-own' : `rh-tone-${toneOf(key)}`;

  return href === null
    ? h('span', { class: `rh-state ${tone}` }, text)
    : h('a', { ...cellLink, class: `rh-state ${tone}`, href }, text);
}

function toneOf(key: string): number {
  let sum = 7;

  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;

  return sum % tones;
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

/** An icon has no text: its name is the tooltip, and is read out by screen readers. */
function iconContent(name: string, translate: Translate): Content {
  if (name === '') {
    return '';
  }

  const [icon = ''] = name.split(' ').slice(-1);
  const text = translate(readableName(icon.replace(/^fa-/, '')));

  return [h('span', { title: text }, [iconNode(name) ?? '', h('span', { class: 'is-sr-only' }, text)])];
}

const foldedClass = 'rh-folded';

/** True for a text that is drawn folded. */
export const isFolded = ({ props }: VNode): boolean => props?.class === foldedClass;

function folded(content: Content, translate: Translate): Content {
  return [
    h('div', { class: foldedClass }, content),
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
