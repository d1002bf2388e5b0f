import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';
import type { Template, TemplateButton } from '../template/Template.ts';
import type { InitContext } from './InitContext.ts';
import { routePath } from './routePath.ts';

/** The buttons that the caller may use, with a `path` to call or the client's `route` to go to. */
export function initButtons({ buttons }: Template, context: InitContext): InitTemplate['buttons'] {
  const usable = (list: readonly TemplateButton[]) =>
    list
      .filter(({ routeName }) => routeName === null || context.mayUse(routeName))
      .map((button) => initButton(button, context));
  return {
    global: usable(buttons.global),
    row: usable(buttons.row),
    dropdown: usable(buttons.dropdown),
  };
}

function initButton(
  { type, routeName, params, ...button }: TemplateButton,
  context: InitContext,
): InitButton {
  const sent: InitButton = { ...button, ...(params !== undefined && { params: { ...params } }) };
  if (routeName === null || button.action === undefined) return sent;
  if (button.action === 'router') return { ...sent, route: routeName };
  const path = routePath(routeName, context);

  // In the address, where every client sends it without knowing of it.
  return button.action === 'export' && params?.format !== undefined
    ? { ...sent, path: `${path}?format=${encodeURIComponent(String(params.format))}` }
    : { ...sent, path };
}
