import { masked } from './masked.ts';
import type { IsSecretName } from './secretNames.ts';

/**
 * Masks `a=1&b=2`, of a form or an address. What has nothing to hide stays as it was written.
 * @param maskValue of values whose names are no secrets
 */
export function maskForm(
  form: string,
  isSecretName: IsSecretName,
  maskValue: (value: string) => string,
): string {
  return form.replace(/[^&;]+/g, (pair) => {
    const at = pair.indexOf('=');
    if (at === -1) {
      const value = decode(pair);
      const safe = maskValue(value);
      return safe === value ? pair : encode(safe);
    }
    const name = decode(pair.slice(0, at));
    if (isSecretName(name) || isSecretName(withoutIndex(name)))
      return at === pair.length - 1 ? pair : `${pair.slice(0, at)}=${masked}`;
    const value = decode(pair.slice(at + 1));
    const safe = maskValue(value);

    return `${pair.slice(0, at)}=${safe === value ? pair.slice(at + 1) : encode(safe)}`;
  });
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
