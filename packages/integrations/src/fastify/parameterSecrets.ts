import { type Mask, masked } from '../mask/Mask.ts';

const none: readonly string[] = [];

export type ParameterSecrets = (parameters: unknown) => readonly string[];

/** Finds the parameters of a path that are secrets by their names, as in `/reset/:token`. */
export function parameterSecrets(pattern: string, mask: Mask): ParameterSecrets {
  const names = [...pattern.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => mask.headers({ [name]: 'value' })[name] === masked);

  return (parameters) => {
    if (names.length === 0 || typeof parameters !== 'object' || parameters === null) return none;

    return names.map((name) => String(Reflect.get(parameters, name) ?? ''));
  };
}
