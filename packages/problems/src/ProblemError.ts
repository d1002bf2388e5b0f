import type { EnglishText, Text } from './Text.ts';

/** Dotted field path, as the client sent it → what is wrong and what is valid. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The same before it is translated. */
export type FieldTexts = Readonly<Record<string, readonly (EnglishText | Text)[]>>;

/** Common to all errors with the same code. */
export interface ProblemKind {
  /** HTTP status. */
  readonly status: number;
  /** Short description of the kind of error. */
  readonly title: string;
}

/** The errors of a package: code, for example `tables.not_found` → status and title. */
export type ProblemTable<Code extends string = string> = Readonly<Record<Code, ProblemKind>>;

export interface ProblemOptions extends ErrorOptions {
  /** For 422: errors by field. */
  readonly fields?: FieldTexts | undefined;
  /** Seconds after which the client may repeat the request; 5 by default for the statuses 429 and 503. */
  readonly retryAfter?: number | undefined;
  /** Further members of the problem (RFC 9457, extension members). */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** Base class of all errors of the packages. Each package has one class, from `defineErrors`. */
export abstract class ProblemError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  /** The message before it is translated; `message` is English. */
  readonly text: EnglishText | Text;
  /** English. */
  readonly fields: FieldErrors | undefined;
  readonly fieldTexts: FieldTexts | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  /** @param message for users: what is wrong, with which value, and what to do; without SQL and secrets */
  constructor(
    table: ProblemTable<Code>,
    code: Code,
    message: EnglishText | Text,
    { fields, retryAfter, extensions, ...options }: ProblemOptions = {},
  ) {
    super(String(message), options);
    const { status, title } = table[code];
    this.code = code;
    this.status = status;
    this.title = title;
    this.text = message;
    this.fields = fields && eachField(fields, String);
    this.fieldTexts = fields;
    this.extensions = extensions;
    this.retryAfter = retryAfter ?? (status === 429 || status === 503 ? 5 : undefined);
  }
}

export function eachField(fields: FieldTexts, shown: (text: EnglishText | Text) => string): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([field, texts]) => [field, texts.map(shown)]));
}
