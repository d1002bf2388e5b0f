/**
 * Shares runs between callers that call at the same time. A caller never gets a run that started before its call:
 * while one is running, later callers wait for it and share the next.
 */
export function joinNext<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  return () => {
    // Also the first run starts after the present task, so that callers within one task share it.
    next ??= running.then(() => {
      next = null;
      const started = run();
      running = started.catch(() => undefined);

      return started;
    });

    return next;
  };
}
