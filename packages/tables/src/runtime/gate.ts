/** Lets a number of pieces of work run at the same time; others wait, in their order, until their signal ends that. */
export type Gate = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Without a limit when `places` is 0. */
export function gate(places: number): Gate {
  const waiting = new Set<() => void>();
  let taken = 0;

  const place = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  return async (signal, work) => {
    if (places === 0) return work();

    signal.throwIfAborted();
    if (taken < places) taken++;
    // The place of the work that ends is handed over.
    else await place(signal);

    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else taken--;
    }
  };
}
