import { computed, shallowRef } from 'vue';
import { fillIn } from '../../../src/kernel/language/fillIn.ts';

/** English text → text in another language. */
export type Dictionary = Readonly<Record<string, string>>;

/** Read lazily, so that nobody loads a language that they do not speak. */
const dictionaries: Readonly<Record<string, () => Promise<{ dictionary: Dictionary }>>> = {
  de: () => import('./de.ts'),
};

const spoken = shallowRef<{ language: string; dictionary: Dictionary }>({ language: 'en', dictionary: {} });
let wanted = 'en';
/** Of the application's modules. */
let applicationTexts: { readonly tag: string; readonly texts: Dictionary } = { tag: 'en', texts: {} };

/** The language of the texts, for `<html lang>` and for dates and numbers. */
export const language = computed(() => spoken.value.language);

/**
 * Translates an English text, in which `{name}` stands for a parameter and `{count|row|rows}` for a plural; numbers are written as the language writes them,
 * so give what is no quantity, such as an id, as text. Reactive: what was drawn with it is drawn
 * again when the language changes.
 */
export function translate(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  const { dictionary } = spoken.value;
  const translated = Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;
  return fillIn(translated ?? text, params, translated === undefined ? 'en' : language.value);
}

/**
 * Speaks a language from now on: `de` or `de-AT` German, one without a dictionary English. `texts` are those of the
 * application's modules in that language, where they are known; they go before the pages' own.
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
    // Another language may have been asked for meanwhile.
    if (wanted === name) spoken.value = { language: name, dictionary: { ...dictionary, ...own } };
  } catch {
    // Without the dictionary, English is better than nothing.
  }
}
