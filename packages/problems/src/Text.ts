import { fillIn } from '@rowhouse/table-protocol/texts';

/**
 * A constant English sentence, which is its own key in dictionaries. The alias says so: `npm run check:texts` collects the
 * literals of this type, and compares them with the dictionaries.
 */
export type EnglishText = string & {};

/** Translates an English text with placeholders `{0}`, `{1}` … and fills them in. */
export type TranslateText = (text: EnglishText, values: Readonly<Record<string, string | number>>) => string;

/** A value within a text. Texts are translated like the text that contains them; other values stay as they are. */
export type TextValue = string | number | Text;

/** A sentence for users before it is translated: English, with values. It becomes a sentence where it is shown. */
export class Text {
  /** With placeholders `{0}` and plurals `{0|# row|# rows}`: the key of translations. */
  readonly source: EnglishText;
  readonly values: readonly TextValue[];

  constructor(source: EnglishText, values: readonly TextValue[] = []) {
    this.source = source;
    this.values = values;
  }

  /** In English, with numbers as digits. */
  toString(): string {
    return this.in((text, values) => fillIn(text, values, 'en', String));
  }

  in(translate: TranslateText): string {
    const values = this.values.map((value) => (value instanceof Text ? value.in(translate) : value));

    return translate(this.source, Object.fromEntries(values.entries()));
  }
}

/** A text whose values are those of the template literal: say`${name} is not a number.` */
export function say(parts: TemplateStringsArray, ...values: readonly TextValue[]): Text {
  return new Text(
    parts.map((part, index) => (index === 0 ? part : `{${index - 1}}${part}`)).join('') as EnglishText,
    values,
  );
}

/** A text that was JSON in between. */
export function parsedText(text: EnglishText | Pick<Text, 'source' | 'values'>): EnglishText | Text {
  if (typeof text === 'string') return text;

  return new Text(
    text.source,
    text.values.map((value) => (typeof value === 'object' ? asText(parsedText(value)) : value)),
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
