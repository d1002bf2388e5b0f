import { StartError } from '../StartError.ts';

/** Runs a command; what only the operator can remedy is printed without a stack, and ends with status 1. */
export async function report(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartError || isReadable(error)) console.error(`\n${error.message}\n`);
    else console.error(error);
  }
}

/** Errors of the packages that are written for people: templates with faults, for example. */
function isReadable(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'TableError' || error.name === 'AvatarError');
}
