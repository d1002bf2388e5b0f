import { masked } from './masked.ts';

/**
 * Masks the credentials and the query of an address, also of one that is none.
 * @param maskQuery of `a=1&b=2`
 */
export function maskUrl(url: string, maskQuery: (query: string) => string): string {
  const [, before = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const path = before.replace(/^([A-Za-z][\w+.-]{0,30}:)?\/\/[^/]*@/, `$1//${masked}@`);
  const queryPart = query === undefined ? '' : `?${maskQuery(query)}`;
  const fragmentPart = fragment === undefined ? '' : `#${maskQuery(fragment)}`;

  return path + queryPart + fragmentPart;
}
