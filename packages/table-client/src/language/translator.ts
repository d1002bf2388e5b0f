import { fillIn } from '@rowhouse/table-protocol/internal';
import { numberText, pageLocale } from './numberText.ts';

/** Translates a text of the table or of the component; `{name}` in it stands for a parameter. */
export type Translate = (text: string, params?: Readonly<Record<string, string | number>>) => string;

/**
 * Translates with the host's function, if any, then replaces what the translation still contains: parameters `{name}` and
 * plurals `{count|# row|# rows}`. A text that stays as it was is English. The host gets numbers as formatted text.
 */
export function translator(i18n?: Translate): Translate {
  return (text, params = {}) => {
    const given: unknown = i18n?.(text, asText(params));
    const translated = typeof given === 'string' ? given : text;
    const language = translated === text ? 'en' : (pageLocale() ?? 'en');

    return fillIn(translated, params, language, numberText);
  };
}

function asText(params: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? numberText(value) : value,
    ]),
  );
}
