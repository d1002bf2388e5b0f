/**
 * A job cannot be done, now or later. The text is a plain English sentence for its owner, in which `{name}` stands for
 * a parameter.
 */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
  readonly parameters: Readonly<Record<string, string | number>>;

  constructor(
    text: string,
    parameters: Readonly<Record<string, string | number>> = {},
    options: { cause?: unknown } = {},
  ) {
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.parameters = parameters;
  }
}
