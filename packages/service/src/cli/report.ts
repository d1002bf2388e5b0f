import { StartError } from '../kernel/errors.ts';

/** Runs a command; what only the operator can remedy is printed without a stack. Ends with status 1, or the error's own. */
export async function report(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.exitCode = error instanceof StartError ? error.status : 1;
    if (error instanceof StartError || isReadable(error)) console.error(`\n${error.message}\n`);
    else console.error(error);
  }
}

/** Errors of the packages that are written for people: templates with faults, for example. */
function isReadable(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'TableError' || error.name === 'AvatarError');
}
