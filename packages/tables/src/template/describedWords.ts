import { type TEnum, Type } from 'typebox';

interface WordOptions {
  /** What one of the words is called in messages, for example `meta tag`. */
  readonly title: string;
  readonly description?: string;
  readonly default?: string;
}

/** A closed list of words, each with the explanation that editors show beside it. */
export function describedWords<Word extends string>(
  words: Readonly<Record<Word, string>>,
  options: WordOptions,
): TEnum<Word[]> {
  return Type.Enum(Object.keys(words) as Word[], {
    type: 'string',
    ...options,
    enumDescriptions: Object.values(words),
  });
}
