/**
 * English text → text in another language, with the same parameters `{name}`. Plurals are `{count|# row|# rows}`, with as
 * many forms as the language has, in the order zero, one, two, few, many, other.
 */
export type Texts = Readonly<Record<string, string>>;

/** Loaded on demand; English is in the code. */
const translations: Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  ro: () => import('./ro.ts'),
};

/** The supported language of a tag: `de` for `de-AT`; undefined if there is none. */
export function spokenLanguage(tag: string): string | undefined {
  const [name = ''] = tag.toLowerCase().split('-');

  return name === 'en' || Object.hasOwn(translations, name) ? name : undefined;
}

/** The component's own texts in the language of a tag such as `fr` or `fr-CA`; none for English and unknown languages. */
export async function loadTexts(tag: string): Promise<Texts> {
  const load = translations[spokenLanguage(tag) ?? ''];

  return load ? (await load()).texts : {};
}
