import type { Dictionary } from './translate.ts';

/**
 * A dictionary that also has the texts that earlier releases have stored. `older` is such a text → the present text of the
 * same meaning, whose translation it gets.
 */
export function withOlderTexts(texts: Dictionary, older: Readonly<Record<string, string>>): Dictionary {
  const translated = Object.entries(older).flatMap(([text, present]) => {
    const translation = texts[present];

    return translation === undefined ? [] : [[text, translation] as const];
  });

  return { ...Object.fromEntries(translated), ...texts };
}
