/** npm hands on a Ctrl+C that the terminal has sent to the service already; that is not a second one. */
const sameSignalMilliseconds = 1_000;

/**
 * Stops on SIGINT and SIGTERM, with the status `process.exitCode`; a second signal ends the process at once. Before
 * `stop` is given, the process ends on the first. Exit handlers run in every case, which is how the embedded database
 * learns of it.
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
