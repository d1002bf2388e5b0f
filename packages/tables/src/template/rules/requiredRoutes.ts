import type { Rule } from './Rule.ts';
import { routeFault } from './routeFault.ts';

/** The routes that the table needs for itself are declared; the data route with the method of the table. */
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
