import { computed, shallowRef } from 'vue';
import { fillIn } from '../../../src/kernel/language/fillIn.ts';

/** English text → text in another language. */
export type Dictionary = Readonly<Record<string, string>>;

/** Loaded on demand. */
const dictionaries: Readonly<Record<string, () => Promise<{ dictionary: Dictionary }>>> = {
  de: () => import('./de.ts'),
};

const spoken = shallowRef<{ language: string; dictionary: Dictionary }>({ language: 'en', dictionary: {} });
let wanted = 'en';
/** Texts of the application's modules. */
let applicationTexts: { readonly tag: string; readonly texts: Dictionary } = { tag: 'en', texts: {} };

/** The language of the texts, for `<html lang>` and for dates and numbers. */
export const language = computed(() => spoken.value.language);

/**
 * Translates an English text with parameters `{name}` and plurals `{count|row|rows}`. Numbers are formatted for the
 * language; pass a number that is not a quantity, such as an id, as text. Reactive: depends on the language.
 */
export function translate(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  const { dictionary } = spoken.value;
  const translated = Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;
  return fillIn(translated ?? text, params, translated === undefined ? 'en' : language.value);
}

/**
 * Sets the language: German for `de` or `de-AT`, English for a language without a dictionary. `texts` are those of the
 * application's modules in that language, and have precedence over the pages' own.
 */
export async function speak(tag: string, texts?: Dictionary): Promise<void> {
  const name = tag.toLowerCase().split('-')[0] ?? '';
  if (texts !== undefined) applicationTexts = { tag: name, texts };
  const own = applicationTexts.tag === name ? applicationTexts.texts : {};
  const load = Object.hasOwn(dictionaries, name) ? dictionaries[name] : undefined;
  const isSpoken = load !== undefined || Object.keys(own).length > 0;
  wanted = isSpoken ? name : 'en';
  if (!load) {
    spoken.value = { language: wanted, dictionary: own };
    return;
  }
  try {
    const { dictionary } = await load();
    // Another language may have been set meanwhile.
    if (wanted === name) spoken.value = { language: name, dictionary: { ...dictionary, ...own } };
  } catch {
    // If the dictionary cannot be loaded, the language before stays.
  }
}
