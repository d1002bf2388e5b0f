import { pluralCategories } from '@rowhouse/table-protocol/internal';
import { describe, expect, it } from 'vitest';
import { createService } from '../../definition/createService.ts';
import { kernelTexts } from './kernelTexts.ts';
import type { Dictionary } from './translate.ts';

// That each text of the sources has a translation is the task of `npm run check:texts`.
const { modules } = createService();
const dictionaryOf = (language: string): Dictionary =>
  Object.assign(
    {},
    (kernelTexts as Record<string, Dictionary>)[language],
    ...modules.map(({ locales }) => locales?.[language]),
  );

const missing = (texts: readonly string[], language: string) => {
  const dictionary = dictionaryOf(language);

  return [...new Set(texts)].filter((text) => !Object.hasOwn(dictionary, text));
};

const languages = ['de', 'fr', 'es', 'ro', 'ar'] as const;

describe.each(languages)('Language %s', (language) => {
  it('has the texts that German has', () => {
    expect(missing(Object.keys(dictionaryOf('de')), language)).toEqual([]);
    expect(missing(Object.keys(dictionaryOf(language)), 'de')).toEqual([]);
  });

  it('has the placeholders of the English texts, and the plural forms of the language', () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    const forms = pluralCategories(language).length;
    for (const [english, text] of Object.entries(dictionaryOf(language))) {
      expect([english, placeholders(text)]).toEqual([english, placeholders(english)]);
      for (const [plural] of text.matchAll(/\{\w+\|[^}]*\}/g)) {
        expect([text, plural.split('|').length - 1]).toEqual([text, forms]);
      }
    }
  });
});
