/**
 * English text → text in another language, with the same parameters `{name}`. Plurals are `{count|# row|# rows}`, with as
 * many forms as the language has, in the order zero, one, two, few, many, other.
 */
export type Texts = Readonly<Record<string, string>>;

/** Loaded on demand; English is in the code. */
const translations: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>> = {
  ar: () => import('./ar.json', { with: { type: 'json' } }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  ro: () => import('./ro.json', { with: { type: 'json' } }),
};

/** The supported language of a tag: `de` for `de-AT`; undefined if there is none. */
export function spokenLanguage(tag: string): string | undefined {
  const [name = ''] = tag.toLowerCase().split('-');

  return name === 'en' || Object.hasOwn(translations, name) ? name : undefined;
}

/** The component's own texts in the language of a tag such as `fr` or `fr-CA`; none for English and unknown languages. */
export async function loadTexts(tag: string): Promise<Texts> {
  const load = translations[spokenLanguage(tag) ?? ''];

  return load ? (await load()).default : {};
}
