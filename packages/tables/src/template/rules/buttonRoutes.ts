import { suggestName } from '../../format/suggestWord.ts';
import { type NamedRoute, type RouteRegistry, routeParameters } from '../../RouteRegistry.ts';
import { buttonRoute, simpleButton } from '../actionButtons.ts';
import type { TableConfig } from '../TableConfig.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { type Rule, type SoundButton, type SoundTemplate, soundItems } from './Rule.ts';
import { routeFault } from './routeFault.ts';

type RoutedButton = Pick<SoundButton, 'type' | 'action' | 'method' | 'routeSuffix' | 'fullRoute'>;

/** The server routes of buttons exist, with the right method and parameters. */
export const buttonRoutes: Rule = (template, { routes, config }) => {
  if (routes === null) return [];
  const readMethod = template.method ?? config.method;
  const dataRoute = routes.find(
    `${template.routePrefix}.${template.dataRouteSuffix ?? config.dataRouteSuffix}`,
  );
  return routedButtons(template, config).flatMap(({ button, name, path }) => {
    const method = callMethod(button, readMethod);
    if (method === null) return [];
    const fault = routeFault(routes, name, method, path);
    return fault ?? parameterFault(button, routes.find(name)!, dataRoute, path) ?? [];
  });
};

/** The client has the routes that router buttons open. A route of the server with the name of the button is for other clients. */
export const buttonPages: Rule = (template, { clientRoutes, routes, config }) => {
  if (clientRoutes === null) return [];
  return routedButtons(template, config).flatMap(({ button, name, path, shown }): TemplateFault[] => {
    const isKnown = clientRoutes.includes(name) || routes?.find(name);
    if (button.action !== 'router' || isKnown) return [];
    const suggestion = suggestName(name, clientRoutes);
    const meant = suggestion === undefined ? '' : `Write "${suggestion}" as \`fullRoute\` if that is meant. `;
    return [
      {
        path,
        code: 'unknown_route',
        problem: `The button ${shown} opens the page ${JSON.stringify(name)}, and no page has this name.`,
        remedy: `${meant}Add a page with this name, or remove the button.`,
        ...(suggestion !== undefined && { suggestion }),
      },
    ];
  });
};

/** The buttons that name a route, with its full name and where the template names it. */
function routedButtons(template: SoundTemplate, config: TableConfig) {
  return soundItems(template.buttons).flatMap(({ item, index }) => {
    const simple = typeof item === 'string' ? simpleButton(item, config) : null;
    const button: RoutedButton | null =
      typeof item === 'string' ? simple && { ...simple.defaults, type: simple.type } : item;
    const name = button && routeName(template, button);
    if (!button || !name) return [];
    const path = `buttons[${index}]${simple ? '' : button.fullRoute ? '.fullRoute' : '.routeSuffix'}`;
    const shown = JSON.stringify(typeof item === 'string' ? item : (item.name ?? item.label ?? name));
    return [{ button, name, path, shown }];
  });
}

function routeName({ routePrefix }: SoundTemplate, button: RoutedButton): string | null {
  if (routePrefix === undefined && button.fullRoute === undefined) return null;
  return buttonRoute(routePrefix ?? '', button);
}

/** Router buttons refer to routes of the client. */
function callMethod(button: RoutedButton, readMethod: string): string | null {
  if (button.action === 'ajax') return button.method ?? null;
  if (button.action === 'href') return 'GET';
  return button.action === 'export' ? readMethod : null;
}

/**
 * The path of a row button has one parameter for the row, that of another button none, in addition to the parameters of
 * the table's own path.
 */
function parameterFault(
  button: RoutedButton,
  route: NamedRoute,
  dataRoute: ReturnType<RouteRegistry['find']>,
  path: string,
): TemplateFault | null {
  const known = dataRoute === null ? [] : routeParameters(dataRoute.path);
  const open = routeParameters(route.path).filter((parameter) => !known.includes(parameter));
  const wanted = button.type === 'row' ? 1 : 0;
  if (button.type === undefined || open.length === wanted) return null;
  return {
    path,
    code: 'route_parameters',
    problem:
      wanted === 1
        ? `The button belongs to a row, but the path ${route.path} has ${open.length} parameters instead of one for the row's identifier.`
        : `The button does not belong to a row, but the path ${route.path} has the parameter ${open[0]}.`,
    remedy:
      wanted === 1
        ? 'Use a route with exactly one parameter for the row.'
        : 'Use a route without parameters of its own, or give the button type: "row".',
  };
}
