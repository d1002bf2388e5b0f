import { fillIn } from '@rowhouse/table-protocol/internal';
import { loadTexts, spokenLanguage } from '@rowhouse/table-vue/texts';
import { computed, shallowRef } from 'vue';

/** English text → text in another language. */
export type Dictionary = Readonly<Record<string, string>>;

type LoadedTexts = Promise<{ readonly default: Dictionary }>;

/** Texts of the pages and of the service's own tables, loaded on demand. Those of tables come with the component, in the same languages. */
const dictionaries: Readonly<Record<string, () => readonly LoadedTexts[]>> = {
  ar: () => [
    import('./ar.json', { with: { type: 'json' } }),
    import('../../../src/modules/users/locales/templates/ar.json', { with: { type: 'json' } }),
  ],
  de: () => [
    import('./de.json', { with: { type: 'json' } }),
    import('../../../src/modules/users/locales/templates/de.json', { with: { type: 'json' } }),
  ],
  es: () => [
    import('./es.json', { with: { type: 'json' } }),
    import('../../../src/modules/users/locales/templates/es.json', { with: { type: 'json' } }),
  ],
  fr: () => [
    import('./fr.json', { with: { type: 'json' } }),
    import('../../../src/modules/users/locales/templates/fr.json', { with: { type: 'json' } }),
  ],
  ro: () => [
    import('./ro.json', { with: { type: 'json' } }),
    import('../../../src/modules/users/locales/templates/ro.json', { with: { type: 'json' } }),
  ],
};

const spoken = shallowRef<{ language: string; dictionary: Dictionary }>({ language: 'en', dictionary: {} });
let wanted = 'en';
/** Texts of the application's modules. */
let applicationTexts: { readonly tag: string; readonly texts: Dictionary } = { tag: 'en', texts: {} };

/** The language of the texts, for `<html lang>` and for dates and numbers. */
export const language = computed(() => spoken.value.language);

/** The direction of its script, for `<html dir>`. */
export const direction = computed(() => (rightToLeft.has(language.value) ? 'rtl' : 'ltr'));

/** Languages that an application's own texts may be in, too. */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** The first language of the browser that the pages support; English if there is none. */
export function browserLanguage(): string {
  return navigator.languages.find((tag) => spokenLanguage(tag) !== undefined) ?? 'en';
}

/**
 * Translates an English text with parameters `{name}` and plurals `{count|# row|# rows}`. Numbers are formatted for the
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
    const [table, ...parts] = await Promise.all([loadTexts(name), ...load()]);
    const dictionary = Object.assign({}, table, ...parts.map((part) => part.default), own) as Dictionary;
    // Another language may have been set in the meantime.
    if (wanted === name) spoken.value = { language: name, dictionary };
  } catch {
    // If the dictionary cannot be loaded, the previous language stays.
  }
}
