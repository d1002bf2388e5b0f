/**
 * A reason for which the service or a command cannot run and which only its operator can remove.
 * The message says what is wrong, with which value, and what to do; it is printed without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Exit status: 2 where the command was given too few or wrong options. */
  readonly status: 1 | 2;

  constructor(message: string, { status = 1, ...options }: ErrorOptions & { readonly status?: 1 | 2 } = {}) {
    super(message, options);
    this.status = status;
  }
}
