import { masked } from './Mask.ts';
import type { MaskRules } from './rules.ts';
import type { IsSecretName } from './secretNames.ts';

/** Where `a=1&b=2` is from: a redirect is an address that a provider of OAuth may add its code to. */
export type FormPlace = 'form' | 'address' | 'redirect';

/** Masks `a=1&b=2`, of a form or an address. What has nothing to hide stays as it was written. */
export function maskForm(form: string, rules: MaskRules, place: FormPlace = 'form'): string {
  const isSecret = secretsIn(form, rules.isSecretName, place);

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

/** Recognises secrets by their names, by the place of the form, and by the other names in it. */
export function secretsIn(
  form: string,
  isSecretName: IsSecretName,
  place: FormPlace,
): (name: string) => boolean {
  let isGrant: boolean | null = place === 'redirect' ? true : null;
  const isOfThatGrant = place === 'form' ? isOfGrant : isOfGrantInAddress;

  return (name) => {
    if (place === 'form' ? isSecretName(name) : isSecretName(name, 'address')) return true;
    if (!isSecretName(name, 'grant')) return false;
    isGrant ??= (form.match(pairs) ?? []).some((pair) => isOfThatGrant(decode(pair.split('=', 1)[0] ?? '')));

    return isGrant;
  };
}

/** `pin[0]` → `pin`; `user[pin]` ends with the secret's name as it is. */
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

/** Next to one of these, a `code` is that of a grant of OAuth, and so a secret until it is redeemed. */
const grantName = /^(?:grant[_-]?type|redirect[_-]?uri|code[_-]?verifier|client[_-]?secret)$/i;

/** In an address that a provider of OAuth redirects to. */
const grantNameInAddress = /^(?:state|session_state|iss)$/i;

export function isOfGrant(name: string): boolean {
  return grantName.test(name);
}

function isOfGrantInAddress(name: string): boolean {
  return grantNameInAddress.test(name) || isOfGrant(name);
}
