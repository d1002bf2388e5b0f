import type { SentSecrets } from '../log/maskedRecord.ts';
import { KnownSecrets } from '../mask/KnownSecrets.ts';
import type { Mask } from '../mask/Mask.ts';
import { masked } from '../mask/masked.ts';

export type ParameterSecrets = (parameters: unknown) => SentSecrets | null;

/** Finds the parameters of a path that are secrets by their names, as in `/reset/:token`. */
export function parameterSecrets(pattern: string, mask: Mask): ParameterSecrets {
  const names = [...pattern.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => mask.headers({ [name]: 'value' })[name] === masked);

  return (parameters) => {
    if (names.length === 0 || typeof parameters !== 'object' || parameters === null) return null;
    const known = new KnownSecrets();
    for (const name of names) known.add(String(Reflect.get(parameters, name) ?? ''));

    return known.size === 0 ? null : { known, learn: () => {} };
  };
}
