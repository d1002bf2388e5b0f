import { StartError } from '../base/errors.ts';
import { connectionFault } from '../kernel/database/databaseErrors.ts';
import { tolerateLostOutput } from './processFaults.ts';

/** Runs a command and prints its error; errors for the operator without a stack. Sets the exit status: 1, or that of the error. */
export async function report(run: () => Promise<void>): Promise<void> {
  tolerateLostOutput();
  try {
    await run();
  } catch (cause) {
    const error = connectionFault(cause) ?? cause;
    process.exitCode = error instanceof StartError ? error.status : 1;
    if (error instanceof StartError || isReadable(error)) console.error(`\n${error.message}\n`);
    else console.error(error);
  }
}

/** Errors of packages whose messages are complete, such as invalid templates. */
function isReadable(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'TableError' || error.name === 'AvatarError');
}

/**
 * Runs a command whose signal is aborted on SIGINT and SIGTERM. The process ends when `run` has settled; `meanwhile` is what
 * the operator waits for.
 */
export async function interruptible(
  meanwhile: string,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interruption = new AbortController();
  const onStop = stopOnSignals((text) => console.error(text), meanwhile);
  const work = run(interruption.signal);
  onStop(async () => {
    interruption.abort();
    await work;
  });
  await work;
}

/** npm forwards a Ctrl+C that the terminal has already sent; it does not count as a second signal. */
const sameSignalMilliseconds = 1_000;

/**
 * Stops on SIGINT, SIGTERM and SIGHUP, with the status `process.exitCode`; a second signal ends the process immediately.
 * Until `stop` is set, the first signal ends the process. Exit handlers always run: they stop the embedded database.
 */
export function stopOnSignals(
  print: (text: string) => void,
  meanwhile = 'requests in progress are completed',
): (stop: () => Promise<void>) => void {
  let stop: (() => Promise<void>) | null = null;
  let first: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (stop === null) process.exit(signal === 'SIGINT' ? 130 : 143);
    if (first === null) {
      first = now;
      print(`\nStopping: ${meanwhile}. Repeat to stop immediately.`);
      stop().then(
        () => {
          print('Stopped.');
          process.exit();
        },
        (error: Error) => {
          print(`Stopping failed: ${error.message}`);
          process.exit(1);
        },
      );
    } else if (now - first > sameSignalMilliseconds) {
      print('Stopped immediately.');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return (given) => {
    stop = given;
  };
}
