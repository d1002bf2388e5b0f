import { isOfGrant, isOfGrantInAddress } from './grants.ts';
import { masked } from './masked.ts';
import type { IsSecretName } from './secretNames.ts';

/** Where `a=1&b=2` stands: a redirect is an address that a provider of OAuth may add its code to. */
export type FormPlace = 'form' | 'address' | 'redirect';

/**
 * Masks `a=1&b=2`, of a form or an address. What has nothing to hide stays as it was written.
 * @param maskValue of values whose names are no secrets
 */
export function maskForm(
  form: string,
  isSecretName: IsSecretName,
  maskValue: (value: string) => string,
  place: FormPlace = 'form',
): string {
  const isSecret = secretsIn(form, isSecretName, place);

  return form.replace(pairs, (pair) => {
    const at = pair.indexOf('=');
    if (at === -1) {
      const value = decode(pair);
      const safe = maskValue(value);
      return safe === value ? pair : encode(safe);
    }
    const name = decode(pair.slice(0, at));
    if (isSecret(name) || isSecret(withoutIndex(name)))
      return at === pair.length - 1 ? pair : `${pair.slice(0, at)}=${masked}`;
    const value = decode(pair.slice(at + 1));
    const safe = maskValue(value);

    return `${pair.slice(0, at)}=${safe === value ? pair.slice(at + 1) : encode(safe)}`;
  });
}

const pairs = /[^&;]+/g;

/** Tells secrets by their names, by the place of the whole, and by the names beside them. */
export function secretsIn(
  form: string,
  isSecretName: IsSecretName,
  place: FormPlace,
): (name: string) => boolean {
  let isGrant: boolean | null = place === 'redirect' ? true : null;
  const isBeside = place === 'form' ? isOfGrant : isOfGrantInAddress;

  return (name) => {
    if (place === 'form' ? isSecretName(name) : isSecretName(name, 'address')) return true;
    if (!isSecretName(name, 'grant')) return false;
    isGrant ??= (form.match(pairs) ?? []).some((pair) => isBeside(decode(pair.split('=', 1)[0] ?? '')));

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
