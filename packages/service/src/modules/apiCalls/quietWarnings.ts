/** Writes a line at most once in a while, and how many there would have been besides with the next one. */
export interface QuietWarnings {
  /** `count` is what the line tells of; `text` gets the sum since the last line. */
  warn(text: (sum: number) => string, count?: number): void;
  /** Writes what has been counted since the last line. */
  close(): void;
}

/** One line in `every` milliseconds, 10,000 by default. */
export function quietWarnings(write: (text: string) => void, every = 10_000): QuietWarnings {
  let timer: NodeJS.Timeout | null = null;
  let waiting: { text: (sum: number) => string; sum: number } | null = null;

  return {
    warn: (text, count = 1) => {
      waiting = { text, sum: (waiting?.sum ?? 0) + count };
      if (timer === null) next();
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
      tell();
    },
  };

  function next(): void {
    timer = tell() ? setTimeout(next, every).unref() : null;
  }

  function tell(): boolean {
    if (waiting === null) return false;
    const { text, sum } = waiting;
    waiting = null;
    write(text(sum));

    return true;
  }
}
