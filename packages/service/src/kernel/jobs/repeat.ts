interface RepeatOptions {
  /** Milliseconds between the end of one run and the start of the next. */
  readonly every: number;
  /** Milliseconds until the first run. Defaults to `every`. */
  readonly first?: number;
  readonly onError: (error: unknown) => void;
}

/** Runs `work` periodically. Returns a function that aborts its signal and waits for the current run. */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { every, first = every, onError }: RepeatOptions,
): () => Promise<void> {
  const stopped = new AbortController();
  let running = Promise.resolve();
  let timer = startIn(first);

  return async () => {
    stopped.abort();
    clearTimeout(timer);
    await running;
  };

  function startIn(milliseconds: number): NodeJS.Timeout {
    const start = () => {
      running = run();
    };

    return setTimeout(start, milliseconds).unref();
  }

  async function run(): Promise<void> {
    try {
      await work(stopped.signal);
    } catch (error) {
      onError(error);
    }
    if (!stopped.signal.aborted) timer = startIn(every);
  }
}
