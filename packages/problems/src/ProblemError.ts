/** Field path, dotted as the client sent it → what is wrong and what would be right. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What all errors of a code have in common. */
export interface ProblemKind {
  /** HTTP status. */
  readonly status: number;
  /** The kind of the error in a few words. */
  readonly title: string;
}

/** The errors that a package raises: code, for example `tables.not_found`, → status and title. */
export type ProblemTable<Code extends string = string> = Readonly<Record<Code, ProblemKind>>;

export interface ProblemOptions extends ErrorOptions {
  /** For 422: the faults by field. */
  readonly fields?: FieldErrors | undefined;
  /** Seconds after which the client may repeat the request. By default 5 for the statuses 429 and 503. */
  readonly retryAfter?: number | undefined;
}

/** Base class of the errors that the packages raise. A package derives one class, with its table of codes. */
export abstract class ProblemError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly fields: FieldErrors | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  /** `message` is one sentence for a person: what is wrong, with which value, and what to do. Never SQL, never a secret. */
  constructor(
    table: ProblemTable<Code>,
    code: Code,
    message: string,
    { fields, retryAfter, ...options }: ProblemOptions = {},
  ) {
    super(message, options);
    const { status, title } = table[code];
    this.code = code;
    this.status = status;
    this.title = title;
    this.fields = fields;
    this.retryAfter = retryAfter ?? (status === 429 || status === 503 ? 5 : undefined);
  }
}
