import { StartError } from './StartError.ts';

/**
 * Runs a part of a module.
 *
 * @throws Error that names the module and what it was doing, with the cause; StartErrors as they are.
 */
export async function inModule<Result>(
  name: string,
  doing: string,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The module "${name}" ${doing}: ${reason}`, { cause });
  }
}
