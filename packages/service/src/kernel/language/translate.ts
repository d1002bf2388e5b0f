import { fillIn } from './fillIn.ts';

/** English text → text in another language. */
export type Dictionary = Readonly<Record<string, string>>;

/**
 * Translates an English text of the service's, in which `{name}` stands for a parameter, and `{count|row|rows}` for the form of a
 * word that goes with one (see fillIn). Texts that the language does not have stay English. Numbers are written as the language
 * writes them; other parameters are not translated.
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

    // In the language of the text, so that English sentences have English numbers and plurals.
    return fillIn(translated ?? text, parameters, translated === undefined ? 'en' : language);
  };
}
