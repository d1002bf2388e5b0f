/** What a worker is started with, and what it says at its end. */
export interface WorkerSettings {
  readonly databaseUrl: string;
  readonly rows: number;
  readonly mode: string;
  /** What a contender that writes sets `items` to: another number in every run. */
  readonly mark: number;
}

export interface WorkerFigures {
  readonly rows: number;
  /** Sum of the keys that it received: reveals omitted, repeated or exchanged rows. */
  readonly keys: number;
  readonly milliseconds: number;
  /** Seconds of all threads of the worker; the database's are not in it. */
  readonly cpuSeconds: number;
  /** Largest resident set in megabytes. */
  readonly peakMegabytes: number;
}

export const workerSettings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;

/** Runs, timed, and reports to the parent. */
export async function work(run: (count: (key: unknown) => void) => Promise<unknown>): Promise<void> {
  let rows = 0;
  let keys = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  await run((key) => {
    rows++;
    keys += Number(key);
  });
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const figures: WorkerFigures = {
    rows,
    keys,
    milliseconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(figures);
}
