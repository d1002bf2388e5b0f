import type { Translate } from '../TableController.ts';

/** What a host gives to translate with: a text it does not know comes back as it is. */
export type HostTranslate = (text: string, params?: Readonly<Record<string, string | number>>) => string;

/** Translates by the host's function, then fills in the parameters that it has left. */
export function translator(i18n?: HostTranslate): Translate {
  return (text, params = {}) => {
    const translated: unknown = i18n?.(text, params);

    return (typeof translated === 'string' ? translated : text).replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(params, name) ? String(params[name]) : all,
    );
  };
}
