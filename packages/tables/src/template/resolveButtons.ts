import type { ButtonType } from '@rowhouse/table-protocol/internal';
import { TableError } from '../errors.ts';
import { buttonRoute, simpleButton } from './actionButtons.ts';
import type { TemplateInput } from './schema.ts';
import type { ButtonDefaults, TableConfig } from './TableConfig.ts';
import type { TemplateButton } from './Template.ts';

type ComplexButton = Extract<NonNullable<TemplateInput['buttons']>[number], object>;

/** The message of a button with a confirmation but without its own message. */
const defaultMessage = 'Are you sure?';

/** The buttons of a template by location, in the order of the template. */
export function resolveButtons(
  { routePrefix, buttons = [] }: TemplateInput,
  config: TableConfig,
): Record<ButtonType, readonly TemplateButton[]> {
  const expanded = buttons.map((button) => (typeof button === 'string' ? expand(button, config) : button));
  const names = uniqueNames(expanded);
  const resolved = expanded.map(
    ({ routeSuffix, fullRoute, ...button }, index): TemplateButton => ({
      ...button,
      name: names[index]!,
      routeName: buttonRoute(routePrefix, { routeSuffix, fullRoute }),
      ...(button.confirmation && { message: button.message ?? defaultMessage }),
      ...('params' in button && { params: structuredClone(button.params) }),
    }),
  );
  const ofType = (type: ButtonType) => resolved.filter((button) => button.type === type);
  return { global: ofType('global'), row: ofType('row'), dropdown: ofType('dropdown') };
}

type ExpandedButton = Omit<ComplexButton, 'class'> & Pick<ButtonDefaults, 'class'>;

function expand(written: string, config: TableConfig): ExpandedButton {
  const simple = simpleButton(written, config);
  if (simple === null) {
    const known = [...Object.keys(config.buttons.global), ...Object.keys(config.buttons.row)];
    throw new TableError(
      'tables.invalid_template',
      `No button ${JSON.stringify(written)} is configured; the buttons are ${known.join(', ')}.`,
    );
  }
  return { ...simple.defaults, name: simple.name, type: simple.type };
}

/** Explicit names stay; others are derived, and numbered if the name is taken. */
function uniqueNames(buttons: readonly ExpandedButton[]): string[] {
  const taken = new Set(buttons.flatMap(({ name }) => name ?? []));
  return buttons.map((button) => {
    if (button.name !== undefined) return button.name;
    const derived = derivedName(button);
    let name = derived;
    for (let number = 2; taken.has(name); number++) name = `${derived}${number}`;
    taken.add(name);
    return name;
  });
}

function derivedName({ routeSuffix, fullRoute, event, label = '' }: ExpandedButton): string {
  return routeSuffix ?? fullRoute?.split('.').at(-1) ?? event ?? (camelCase(label) || 'button');
}

/** `sales-orders`, `Sales orders` and `salesOrders` all become `salesOrders`. */
export function camelCase(text: string): string {
  const [first = '', ...others] = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  const upper = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1);
  return first.slice(0, 1).toLowerCase() + first.slice(1) + others.map(upper).join('');
}
