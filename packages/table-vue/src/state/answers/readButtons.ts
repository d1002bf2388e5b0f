import { buttonActions, buttonMethods, type InitButton, type InitTemplate } from '@rowhouse/table-protocol';
import { recordOf, recordsOf, textOf, type UnknownRecord, wordOf } from './shape.ts';

/** The three lists of buttons; a button without a name cannot be pressed, and is left out. */
export function readButtons(value: unknown): InitTemplate['buttons'] {
  const { global, row, dropdown } = recordOf(value);

  return { global: readList(global), row: readList(row), dropdown: readList(dropdown) };
}

function readList(value: unknown): InitButton[] {
  return recordsOf(value)
    .map(readButton)
    .filter(({ name }) => name !== '');
}

function readButton(button: UnknownRecord): InitButton {
  const texts = [
    'label',
    'icon',
    'class',
    'event',
    'postEvent',
    'message',
    'tooltip',
    'slot',
    'path',
    'route',
  ] as const;
  const { params } = button;

  return {
    name: textOf(button.name),
    ...Object.fromEntries(
      texts.flatMap((key) => (typeof button[key] === 'string' ? [[key, button[key]]] : [])),
    ),
    action: wordOf(button.action, buttonActions, undefined),
    method: wordOf(button.method, buttonMethods, undefined),
    confirmation: button.confirmation === true,
    selection: button.selection === true,
    ...(params !== undefined && { params: { ...recordOf(params) } }),
  };
}
