import { type EnglishText, Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';
import { createDateFormatter } from '@rowhouse/table-protocol';
import { fillIn } from '@rowhouse/table-protocol/internal';

/** English text → text in another language. */
export type Dictionary = Readonly<Record<string, string>>;

/**
 * Translates an English text with placeholders: `{name}` for a parameter, `{count|# row|# rows}` for a plural form (see `fillIn`).
 * Texts without a translation stay English. Numbers follow the language's format; other parameters are not translated.
 */
export type Translate = (
  language: string,
  text: string,
  parameters?: Readonly<Record<string, string | number>>,
) => string;

/** `dictionaries` by primary language subtag, such as `de`. */
export function createTranslate(dictionaries: Readonly<Record<string, Dictionary>>): Translate {
  return (language, text, parameters = {}) => {
    const name = language.toLowerCase().split('-')[0] ?? '';
    const dictionary = Object.hasOwn(dictionaries, name) ? dictionaries[name] : undefined;
    const translated =
      dictionary !== undefined && Object.hasOwn(dictionary, text) ? dictionary[text] : undefined;

    // Untranslated sentences get English numbers and plurals.
    return fillIn(translated ?? text, parameters, translated === undefined ? 'en' : language);
  };
}

/** A parameter that is formatted in the reader's time zone; `instant` is ISO 8601. */
interface Moment {
  readonly instant: string;
}

/** A text before it is translated, as JSON. One that is a parameter of another is translated like it. */
export interface StoredText {
  readonly text: EnglishText;
  readonly parameters?: TextParameters;
}

export interface TextParameters {
  readonly [name: string]: string | number | Moment | StoredText;
}

/** A message of an error as it is stored. */
export function storedText(message: EnglishText | Text): StoredText {
  const { source, values } = asText(message);
  const parameters = Object.entries(values).map(
    ([name, value]) => [name, value instanceof Text ? storedText(value) : value] as const,
  );

  return { text: source, ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }) };
}

/** How a text is formatted for its reader. */
export interface Reader {
  readonly language: string;
  /** IANA time zone. */
  readonly timeZone: string;
  /** PHP date format: that of the tables in the reader's language. */
  readonly datetimeFormat: string;
  readonly translate: Translate;
}

/** Translates a text as `translate` does, with those in it; formats moments as the reader's tables do. */
export function translateFor(reader: Reader, text: string, parameters: TextParameters = {}): string {
  const plain = Object.entries(parameters).map(([name, value]) => [name, plainParameter(value, reader)]);

  return reader.translate(reader.language, text, Object.fromEntries(plain));
}

function plainParameter(value: TextParameters[string], reader: Reader): string | number {
  if (typeof value !== 'object') return value;

  return 'instant' in value
    ? momentText(new Date(value.instant), reader)
    : translateFor(reader, value.text, value.parameters);
}

/** `21-11-2026 14:30:00 (Europe/Berlin)`. */
export function momentText(
  instant: Date,
  { timeZone, datetimeFormat }: Pick<Reader, 'timeZone' | 'datetimeFormat'>,
): string {
  return `${createDateFormatter(datetimeFormat, timeZone).formatInstant(instant)} (${timeZone})`;
}

/** The calendar day of an instant in a time zone: `2026-11-21`. */
export function isoDay(instant: Date, timeZone: string): string {
  return createDateFormatter('Y-m-d', timeZone).formatInstant(instant);
}

/**
 * Makes a text safe for the database and mail headers: replaces control characters and lone surrogates, and cuts it to `most`
 * characters. `lines` keeps line breaks.
 */
export function cleanText(text: string, { most, lines = false }: { most: number; lines?: boolean }): string {
  const known = lines ? text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n') : text;
  const unwanted = lines ? /[\p{Cc}]/gu : /[\p{Cc}\u2028\u2029]+/gu;
  const clean = known.toWellFormed().replace(unwanted, (found) => (lines && found === '\n' ? found : ' '));
  const characters = [...clean];

  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : clean;
}

const longestParameter = 1_000;

/** Makes parameters safe for the database as `cleanText` does, each cut to 1,000 characters. @throws RangeError for an invalid date */
export function cleanParameters(parameters: TextParameters): TextParameters {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, cleanParameter(value)]));
}

function cleanParameter(value: TextParameters[string]): TextParameters[string] {
  if (typeof value !== 'object') return cleanValue(value);
  if ('instant' in value) return { instant: new Date(value.instant).toISOString() };

  return {
    text: cleanText(value.text, { most: longestParameter, lines: true }) as EnglishText,
    parameters: cleanParameters(value.parameters ?? {}),
  };
}

function cleanValue(value: string | number): string | number {
  // JSON has finite numbers only.
  return Number.isFinite(value) ? value : cleanText(String(value), { most: longestParameter, lines: true });
}
