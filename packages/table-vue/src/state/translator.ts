import type { Translate } from '../TableController.ts';

/** Translates by the host's function, then fills in the parameters that it has left; by none, a text stays as it is. */
export function translator(i18n?: Translate): Translate {
  return (text, params = {}) => {
    const translated: unknown = i18n?.(text, params);

    return (typeof translated === 'string' ? translated : text).replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(params, name) ? String(params[name]) : all,
    );
  };
}
