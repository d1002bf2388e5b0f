import { suggestWord } from '../../format/suggestWord.ts';
import type { RouteRegistry } from '../../RouteRegistry.ts';
import type { TemplateFault } from '../TemplateFault.ts';

/**
 * The fault of a route that is not declared, or not with the method by which it will be called (null: whatever
 * its methods).
 */
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
      remedy: `${meant}Declare a route under the name that is given${method === null ? '' : `, with the method ${method}`}.`,
      ...(suggestion !== undefined && { suggestion }),
    };
  }
  const methods = route.methods.map((declared) => declared.toUpperCase());
  if (method === null || methods.includes(method)) return null;
  return {
    path,
    code: 'route_method',
    problem: `The route ${shown} is called with ${method}, and is declared with ${methods.join(', ')}.`,
    remedy: 'Make the method of the template and that of the declared route equal.',
  };
}
