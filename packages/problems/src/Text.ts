import { fillIn } from '@rowhouse/table-protocol/texts';

/** Translates an English text with placeholders `{0}`, `{1}` … and fills them in. */
export type TranslateText = (text: string, values: Readonly<Record<string, string | number>>) => string;

/** A value within a text. Texts are translated like the text that contains them; other values stay as they are. */
export type TextValue = string | number | Text;

/** A sentence for users before it is translated: English, with values. It becomes a sentence where it is shown. */
export class Text {
  /** With placeholders `{0}` and plurals `{0|# row|# rows}`: the key of translations. */
  readonly source: string;
  readonly values: readonly TextValue[];

  constructor(source: string, values: readonly TextValue[] = []) {
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
    parts.map((part, index) => (index === 0 ? part : `{${index - 1}}${part}`)).join(''),
    values,
  );
}

/** A constant sentence is its own source. */
export function inLanguage(text: string | Text, translate: TranslateText): string {
  return typeof text === 'string' ? translate(text, {}) : text.in(translate);
}
