/** What a worker is started with, and what it says at its end. */
export interface WorkerSettings {
  readonly seconds: number;
  /** The upload; empty without one. */
  readonly file: string;
  /** Where the last result goes, to be compared. */
  readonly result: string;
}

export interface WorkerFigures {
  readonly perSecond: number;
  /** Largest resident set in megabytes; processes that it started are not in it. */
  readonly peakMegabytes: number;
}

export const workerSettings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;

/** Runs it for the given time and concurrency, after a warm-up of a tenth of the time, and reports to the parent. */
export async function work(
  atOnce: number,
  run: (round: number) => Buffer | Promise<Buffer>,
): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  const during = async (seconds: number) => {
    const start = performance.now();
    const end = start + 1000 * seconds;
    let done = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        do {
          const result = run(done);
          last = Buffer.isBuffer(result) ? result : await result;
          done += 1;
        } while (performance.now() < end);
      }),
    );
    return (1000 * done) / (performance.now() - start);
  };
  await during(workerSettings.seconds / 10);
  const figures: WorkerFigures = {
    perSecond: await during(workerSettings.seconds),
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(figures);
  return last;
}
