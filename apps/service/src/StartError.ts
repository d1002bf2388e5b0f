/**
 * A reason for which the service or a command cannot run and which only its operator can remove.
 * The message says what is wrong, with which value, and what to do; it is printed without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
