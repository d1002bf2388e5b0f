import { type ButtonMethod, buttonMethods } from '@rowhouse/table-protocol/internal';
import type { ButtonDefaults, TableConfig } from './TableConfig.ts';

/** A button with the route of an action. */
export interface ActionButton {
  /** Its index in the template's list. */
  readonly index: number;
  readonly label: string | null;
  /** The method by which it calls the action; null if it does not call it. */
  readonly method: ButtonMethod | null;
  /** Whether it is for the selected rows. */
  readonly selection: boolean;
}

interface Written {
  readonly type?: unknown;
  readonly action?: unknown;
  readonly method?: unknown;
  readonly label?: unknown;
  readonly selection?: unknown;
  readonly routeSuffix?: unknown;
  readonly fullRoute?: unknown;
}

/** The buttons with a route. Accepts any template: routes are registered before templates are validated. */
export function actionButtons(template: unknown, routeName: string, config: TableConfig): ActionButton[] {
  const { buttons, routePrefix } = (template ?? {}) as { buttons?: unknown; routePrefix?: unknown };

  return (Array.isArray(buttons) ? buttons : []).flatMap((written: unknown, index): ActionButton[] => {
    const button =
      typeof written === 'string' ? simple(written, config) : (written as Written | null | undefined);

    return button && routeOf(button, routePrefix) === routeName ? [{ index, ...described(button) }] : [];
  });
}

function simple(written: string, config: TableConfig): Written | null {
  const known = simpleButton(written, config);

  return known && { ...known.defaults, type: known.type };
}

function routeOf({ routeSuffix, fullRoute }: Written, routePrefix: unknown): string | null {
  return buttonRoute(String(routePrefix), {
    ...(typeof routeSuffix === 'string' && { routeSuffix }),
    ...(typeof fullRoute === 'string' && { fullRoute }),
  });
}

function described({ type, action, method, label, selection }: Written): Omit<ActionButton, 'index'> {
  const calls = action === 'ajax' && (type === 'global' || type === 'dropdown');

  return {
    label: typeof label === 'string' ? label : null,
    method: (calls && buttonMethods.find((known) => known === method)) || null,
    selection: selection === true,
  };
}

interface SimpleButton {
  readonly name: string;
  readonly type: 'global' | 'row';
  readonly defaults: ButtonDefaults;
}

/** Templates write `exportExcel` for the default button that the configuration calls `excel`. */
const otherNames: Readonly<Record<string, string>> = { exportExcel: 'excel' };

/** The options of a button that is given by its name; null if the configuration has no such button. */
export function simpleButton(written: string, { buttons }: TableConfig): SimpleButton | null {
  const other = Object.hasOwn(otherNames, written) ? otherNames[written]! : written;
  for (const name of [written, other]) {
    for (const type of ['global', 'row'] as const) {
      if (Object.hasOwn(buttons[type], name)) return { name, type, defaults: buttons[type][name]! };
    }
  }
  return null;
}

/** Full name of a button's route; null without one. */
export function buttonRoute(
  routePrefix: string,
  button: { readonly routeSuffix?: string; readonly fullRoute?: string },
): string | null {
  if (button.fullRoute !== undefined) return button.fullRoute;
  return button.routeSuffix === undefined ? null : `${routePrefix}.${button.routeSuffix}`;
}

/** Names of further routes of an action, or of an import, by the name of its own. */
export function actionRouteNames(routeName: string): Readonly<Record<'form' | 'preview' | 'undo', string>> {
  return { form: `${routeName}.form`, preview: `${routeName}.preview`, undo: `${routeName}.undo` };
}

/** Whether the name of an action can be the end of a route name and its path. */
export function isActionName(name: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(name);
}
