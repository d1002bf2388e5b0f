import type { Logger } from 'pino';

/**
 * What a process does about faults that no code handles: a rejected promise is logged, and the process continues, since one
 * forgotten `await` of a module must not end the requests and jobs of all others. After an uncaught exception the state of the
 * process is not known: it is logged, and the process stops as by SIGTERM, with status 1.
 */
export function watchFaults(logger: Pick<Logger, 'error' | 'fatal'>): void {
  let isStopping = false;
  process.on('unhandledRejection', (reason) => {
    logger.error(
      { err: errorOf(reason) },
      'A promise was rejected, and no code handles it: an `await` or a `catch` is missing. The process continues.',
    );
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: errorOf(error) }, 'No code handles this error. The process stops.');
    if (isStopping) return;
    isStopping = true;
    process.exitCode = 1;
    process.emit('SIGTERM', 'SIGTERM');
  });
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** A reader that has gone (`| head`) and a full disk (`> file`) do not end the process. */
export function tolerateLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
