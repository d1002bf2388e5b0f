import { masked } from './Mask.ts';
import { type FormPlace, maskForm, secretsIn } from './maskForm.ts';
import type { MaskRules } from './rules.ts';
import type { IsSecretName } from './secretNames.ts';

/** Masks the credentials, the path, the query and the fragment of an address, also of a malformed one. */
export function maskUrl(url: string, rules: MaskRules, place: FormPlace = 'address'): string {
  const [, before = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const path = before.replace(/^([A-Za-z][\w+.-]{0,30}:)?\/\/[^/]*@/, `$1//${masked}@`);
  const queryPart = query === undefined ? '' : `?${maskForm(query, rules, place)}`;
  const fragmentPart = fragment === undefined ? '' : `#${maskForm(fragment, rules, place)}`;

  return rules.text(maskPath(path, rules.isSecretName) + queryPart + fragmentPart);
}

/** Masks the part of a path that follows the name of a secret, where it looks like a key: `/token/8f3c…`. */
function maskPath(path: string, isSecretName: IsSecretName): string {
  if (!/\/[^/]{12}/.test(path)) return path;

  return path
    .split('/')
    .map((part, index, all) => (isKey.test(part) && isSecretName(all[index - 1] ?? '') ? masked : part))
    .join('/');
}

/** Digits and letters: words follow names of secrets, too, as in `/password/instructions`. */
const isKey = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~%+=-]{12,}$/;

/** From the query or the fragment of an address to its end. */
const queries = /[?#][^\s"'<>`]+/g;
const pairs = /([?&#;])(key|code)=([^&#;]+)/gi;

/** Masks what is a secret in addresses only, in the addresses of a text. */
export function maskAddresses(text: string, isSecretName: IsSecretName): string {
  if (!/[?&#;](?:key|code)=/i.test(text)) return text;

  return text.replace(queries, (query) => {
    const isSecret = secretsIn(query.slice(1).replaceAll('&amp;', '&'), isSecretName, 'address');

    return query.replace(pairs, (pair, before: string, name: string) =>
      isSecret(name) ? `${before}${name}=${masked}` : pair,
    );
  });
}
