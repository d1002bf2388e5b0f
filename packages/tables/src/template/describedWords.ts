import { type TEnum, Type } from 'typebox';

interface WordOptions {
  /** Name of one of the words in messages, for example `meta tag`. */
  readonly title: string;
  readonly description?: string;
  readonly default?: string;
}

/** A closed list of words, each with a description for editors. */
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
