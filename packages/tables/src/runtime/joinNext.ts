/**
 * Shares runs between callers who ask at the same time. A caller is never given a run that began before it asked:
 * while one is under way, later callers wait for it and share the next.
 */
export function joinNext<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = () => {
    const started = run().finally(() => {
      if (running === started) running = null;
    });
    running = started;

    return started;
  };

  return () => {
    if (!running) return start();

    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });

    return next;
  };
}
