import { fillIn } from '@rowhouse/table-protocol/texts';

/**
 * A constant English sentence, which is its own key in dictionaries. The alias says so: `npm run check:texts` collects the
 * literals of this type, and compares them with the dictionaries.
 */
export type EnglishText = string & {};

/** Translates an English text with placeholders such as `{0}` and `{name}`, and fills them in. */
export type TranslateText = (text: EnglishText, values: Readonly<Record<string, string | number>>) => string;

/** Fills in the English text itself. */
export const english: TranslateText = (text, values) => fillIn(text, values, 'en');

/** A value within a text. Texts are translated like the text that contains them; other values stay as they are. */
export type TextValue = string | number | Text;

/** By position for `{0}`; by name for `{number}`, as in the messages of templates. */
type TextValues = readonly TextValue[] | Readonly<Record<string, TextValue>>;

/** A sentence for users before it is translated: English, with values. It becomes a sentence where it is shown. */
export class Text {
  /** With placeholders `{0}` and plurals `{0|# row|# rows}`: the key of translations. */
  readonly source: EnglishText;
  readonly values: TextValues;

  constructor(source: EnglishText, values: TextValues = []) {
    this.source = source;
    this.values = values;
  }

  /** In English, with numbers as digits. */
  toString(): string {
    return this.in((text, values) => fillIn(text, values, 'en', String));
  }

  in(translate: TranslateText): string {
    const values = Object.entries(this.values).map(
      ([name, value]) => [name, value instanceof Text ? value.in(translate) : value] as const,
    );

    return translate(this.source, Object.fromEntries(values));
  }
}

/** A text whose values are those of the template literal: say`${name} is not a number.` */
export function say(strings: TemplateStringsArray, ...values: readonly TextValue[]): Text {
  return new Text(
    strings.map((text, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join('') as EnglishText,
    values,
  );
}

/** A text that was JSON in between. */
export function parsedText(text: EnglishText | Pick<Text, 'source' | 'values'>): EnglishText | Text {
  if (typeof text === 'string') return text;

  const parsed = (value: TextValue) => (typeof value === 'object' ? asText(parsedText(value)) : value);
  const { source, values } = text;

  return new Text(
    source,
    Array.isArray(values)
      ? values.map(parsed)
      : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, parsed(value)])),
  );
}

/** A constant sentence as a text, for example to put it into another one. */
export function asText(text: EnglishText | Text): Text {
  return typeof text === 'string' ? new Text(text) : text;
}

/** A constant sentence is its own source. */
export function inLanguage(text: EnglishText | Text, translate: TranslateText): string {
  return typeof text === 'string' ? translate(text, {}) : text.in(translate);
}
