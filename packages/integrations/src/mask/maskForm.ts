import { masked } from './Mask.ts';
import type { MaskRules } from './MaskRules.ts';
import type { IsSecretName } from './secretNames.ts';

/** Where `a=1&b=2` occurs; OAuth providers add their code to the URL of a redirect. */
type FormSource = 'form' | 'address' | 'redirect';

/** Masks `a=1&b=2` of a form or URL. Pairs without secrets stay unchanged. */
export function maskForm(form: string, rules: MaskRules, source: FormSource = 'form'): string {
  const isSecret = secretsIn(form, rules.isSecretName, source);

  return form.replace(pairs, (pair) => {
    const at = pair.indexOf('=');
    if (at === -1) {
      const value = decode(pair);
      const safe = rules.nested(value);
      return safe === value ? pair : encode(safe);
    }
    const name = decode(pair.slice(0, at));
    if (isSecret(name) || isSecret(withoutIndex(name)))
      return at === pair.length - 1 ? pair : `${pair.slice(0, at)}=${masked}`;
    const value = decode(pair.slice(at + 1));
    const safe = rules.nested(value);

    return `${pair.slice(0, at)}=${safe === value ? pair.slice(at + 1) : encode(safe)}`;
  });
}

const pairs = /[^&;]+/g;

/** Recognises secrets by name, by the source of the form, and by other names in it. */
function secretsIn(form: string, isSecretName: IsSecretName, source: FormSource): (name: string) => boolean {
  let isGrant: boolean | null = source === 'redirect' ? true : null;
  const isOfThatGrant = source === 'form' ? isOfGrant : isOfGrantInAddress;

  return (name) => {
    if (source === 'form' ? isSecretName(name) : isSecretName(name, 'address')) return true;
    if (!isSecretName(name, 'grant')) return false;
    isGrant ??= (form.match(pairs) ?? []).some((pair) => isOfThatGrant(decode(pair.split('=', 1)[0] ?? '')));

    return isGrant;
  };
}

/** `pin[0]` → `pin`; `user[pin]` already ends with the secret name. */
function withoutIndex(name: string): string {
  return name.replace(/(?:\[\d*\])+$/, '');
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2F', '/').replaceAll('%3A', ':');
}

/** Next to one of these, `code` is an OAuth authorization code, a secret until it is redeemed. */
const grantName = /^(?:grant[_-]?type|redirect[_-]?uri|code[_-]?verifier|client[_-]?secret)$/i;

/** The same in a URL that an OAuth provider redirects to. */
const grantNameInAddress = /^(?:state|session_state|iss)$/i;

export function isOfGrant(name: string): boolean {
  return grantName.test(name);
}

function isOfGrantInAddress(name: string): boolean {
  return grantNameInAddress.test(name) || isOfGrant(name);
}

/** Masks credentials, path, query and fragment of a URL, also of a malformed one. */
export function maskUrl(url: string, rules: MaskRules, source: FormSource = 'address'): string {
  const [, before = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const path = before.replace(/^([A-Za-z][\w+.-]{0,30}:)?\/\/[^/]*@/, `$1//${masked}@`);
  const queryPart = query === undefined ? '' : `?${maskForm(query, rules, source)}`;
  const fragmentPart = fragment === undefined ? '' : `#${maskForm(fragment, rules, source)}`;

  return rules.text(maskPath(path, rules.isSecretName) + queryPart + fragmentPart);
}

/** Masks the path segment after a secret name if it looks like a key: `/token/8f3c…`. */
function maskPath(path: string, isSecretName: IsSecretName): string {
  if (!/\/[^/]{12}/.test(path)) return path;

  return path
    .split('/')
    .map((part, index, all) => (isKey.test(part) && isSecretName(all[index - 1] ?? '') ? masked : part))
    .join('/');
}

/** Digits and letters, since words follow secret names, too, as in `/password/instructions`. */
const isKey = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~%+=-]{12,}$/;

/** A URL from its query or fragment to the end. */
const queries = /[?#][^\s"'<>`]+/g;
const contextualPairs = /([?&#;])(key|code)=([^&#;]+)/gi;

/** Masks secrets of URLs within a text whose names are secret in URLs only. */
export function maskAddresses(text: string, isSecretName: IsSecretName): string {
  if (!/[?&#;](?:key|code)=/i.test(text)) return text;

  return text.replace(queries, (query) => {
    const isSecret = secretsIn(query.slice(1).replaceAll('&amp;', '&'), isSecretName, 'address');

    return query.replace(contextualPairs, (pair, before: string, name: string) =>
      isSecret(name) ? `${before}${name}=${masked}` : pair,
    );
  });
}
