/** English text → text in another language. */
export type Dictionary = Readonly<Record<string, string>>;

/**
 * Translates an English text of the service's, in which `{name}` stands for a parameter. Texts that the language does
 * not have stay English. Numbers are written as the language writes them; other parameters are not translated.
 */
export type Translate = (
  language: string,
  text: string,
  parameters?: Readonly<Record<string, string | number>>,
) => string;

/** By the first part of languages' tags. */
export function createTranslate(dictionaries: Readonly<Record<string, Dictionary>>): Translate {
  return (language, text, parameters = {}) => {
    const name = language.toLowerCase().split('-')[0] ?? '';
    const dictionary = Object.hasOwn(dictionaries, name) ? dictionaries[name] : undefined;
    const translated =
      dictionary !== undefined && Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;

    return (translated ?? text).replace(/\{(\w+)\}/g, (placeholder, parameter: string) => {
      const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
      if (value === undefined) return placeholder;

      // In the language of the text, so that English sentences have English numbers.
      return typeof value === 'number'
        ? formatNumber(translated === undefined ? 'en' : language, value)
        : value;
    });
  };
}

function formatNumber(language: string, value: number): string {
  try {
    return new Intl.NumberFormat(language).format(value);
  } catch {
    return String(value);
  }
}
