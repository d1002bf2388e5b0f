/** Field path → what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that did not do what it should, in words for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Null without an answer: no network, or the service is away. */
  readonly status: number | null;
  readonly fields: FieldErrors;

  constructor(message: string, options: { status: number | null; fields?: FieldErrors }) {
    super(message);
    this.status = options.status;
    this.fields = options.fields ?? {};
  }
}
