import { suggestWord } from '../../format/suggestWord.ts';
import type { RouteRegistry } from '../../RouteRegistry.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule } from './Rule.ts';

/** The fault of a route that does not exist, or does not support the method (null: any method). */
export function routeFault(
  routes: RouteRegistry,
  name: string,
  method: string | null,
  path: string,
): TemplateFault | null {
  const shown = JSON.stringify(name);
  const route = routes.find(name);
  if (route === null) {
    const suggestion = suggestWord(name, routes.names());
    const meant = suggestion === undefined ? '' : `Write "${suggestion}" if that is meant. `;
    return {
      path,
      code: 'unknown_route',
      problem: `No route is named ${shown}.`,
      remedy: `${meant}Declare a route with this name${method === null ? '' : `, with the method ${method}`}.`,
      ...(suggestion !== undefined && { suggestion }),
    };
  }
  const methods = route.methods.map((declared) => declared.toUpperCase());
  if (method === null || methods.includes(method)) return null;
  return {
    path,
    code: 'route_method',
    problem: `The route ${shown} is called with ${method}, but declared with ${methods.join(', ')}.`,
    remedy: 'Use the same method in the template and in the declared route.',
  };
}

/** The table's own routes exist; the data route supports the method of the table. */
export const requiredRoutes: Rule = (template, { routes, requiredRoutes: needed, config }) => {
  if (routes === null) return [];
  const dataRoute = `${template.routePrefix}.${template.dataRouteSuffix ?? config.dataRouteSuffix}`;
  return needed.flatMap((name) => {
    const isDataRoute = name === dataRoute;
    const method = isDataRoute ? (template.method ?? config.method) : null;
    const path = isDataRoute && template.dataRouteSuffix !== undefined ? 'dataRouteSuffix' : 'routePrefix';
    return routeFault(routes, name, method, path) ?? [];
  });
};
