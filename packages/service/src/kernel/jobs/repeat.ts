export interface RepeatOptions {
  /** Milliseconds from the end of one time to the next. */
  readonly every: number;
  /** Milliseconds until the first time; as `every` by default. */
  readonly first?: number;
  readonly onError: (error: unknown) => void;
}

/** Does `work` again and again. Answers what ends that, once the work that is under way has heeded its signal. */
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
