import { masked } from './masked.ts';
import type { IsSecretName } from './secretNames.ts';

/**
 * Masks the credentials, the path and the query of an address, also of one that is none.
 * @param maskQuery of `a=1&b=2`
 */
export function maskUrl(
  url: string,
  isSecretName: IsSecretName,
  maskQuery: (query: string) => string,
): string {
  const [, before = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const path = before.replace(/^([A-Za-z][\w+.-]{0,30}:)?\/\/[^/]*@/, `$1//${masked}@`);
  const queryPart = query === undefined ? '' : `?${maskQuery(query)}`;
  const fragmentPart = fragment === undefined ? '' : `#${maskQuery(fragment)}`;

  return maskPath(path, isSecretName) + queryPart + fragmentPart;
}

/** Masks the part of a path that follows the name of a secret, where it looks like a key: `/token/8f3c…`. */
export function maskPath(path: string, isSecretName: IsSecretName): string {
  if (!keyInPath.test(path)) return path;

  return path
    .split('/')
    .map((part, index, all) => (isKey.test(part) && isSecretName(all[index - 1] ?? '') ? masked : part))
    .join('/');
}

const keyInPath = /\/[^/]{12}/;

/** Digits and letters: words follow names of secrets, too, as in `/password/instructions`. */
const isKey = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~%+=-]{12,}$/;
