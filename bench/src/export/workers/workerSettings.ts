/** What a worker is started with, and what it says at its end. */
export interface WorkerSettings {
  readonly databaseUrl: string;
  readonly rows: number;
  /** Where the file goes. */
  readonly file: string;
  /** The XML of the sheet that Rowhouse writes of the same rows; for the floor. */
  readonly sheetXml: string;
}

export interface WorkerFigures {
  readonly rows: number;
  readonly milliseconds: number;
  /** Seconds of all threads of the worker; the database's are not in it. */
  readonly cpuSeconds: number;
  /** Largest resident set in megabytes. */
  readonly peakMegabytes: number;
}

export const workerSettings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;

/** Runs the export, timed, and reports to the parent. */
export async function work(run: () => Promise<number>): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  const rows = await run();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const figures: WorkerFigures = {
    rows,
    milliseconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(figures);
}
