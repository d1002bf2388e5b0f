import { type NamedRoute, type RouteRegistry, routeParameters } from '../../RouteRegistry.ts';
import { buttonRoute, simpleButton } from '../actionButtons.ts';
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
  return soundItems(template.buttons).flatMap(({ item, index }) => {
    const simple = typeof item === 'string' ? simpleButton(item, config) : null;
    const button: RoutedButton | null =
      typeof item === 'string' ? simple && { ...simple.defaults, type: simple.type } : item;
    const name = button && routeName(template, button);
    const method = button && callMethod(button, readMethod);
    if (!button || !name || !method) return [];
    const path = `buttons[${index}]${simple ? '' : button.fullRoute ? '.fullRoute' : '.routeSuffix'}`;
    const fault = routeFault(routes, name, method, path);
    return fault ?? parameterFault(button, routes.find(name)!, dataRoute, path) ?? [];
  });
};

function routeName({ routePrefix }: SoundTemplate, button: RoutedButton): string | null {
  if (routePrefix === undefined && button.fullRoute === undefined) return null;
  return buttonRoute(routePrefix ?? '', button);
}

/** Router buttons refer to client routes, which the server does not know. */
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
