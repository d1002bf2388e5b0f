/** The settings that the process was started with. */
export function readSettings<Settings>(): Settings {
  return JSON.parse(process.argv[2] ?? '{}') as Settings;
}

/** Tells the parent that the process is ready, and responds to its requests. */
export function serveParent<Request>(ready: string, respond: (request: Request) => unknown): void {
  process.on('message', async (request: Request) => {
    try {
      process.send?.((await respond(request)) as object);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  });
  // The parent was stopped.
  process.once('disconnect', () => process.exit());
  process.send?.(ready);
}

/** What a run takes of its process; the database's part is not included. */
export interface RunFigures {
  readonly milliseconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  /** Largest resident set. */
  readonly peakMegabytes: number;
}

/** Runs once when the parent asks for it, timed; what `run` returns is reported with the figures. */
export function work<Result extends object>(run: () => Promise<Result>): void {
  serveParent('', async (): Promise<RunFigures & Result> => {
    const before = process.cpuUsage();
    const start = performance.now();
    const result = await run();
    const milliseconds = performance.now() - start;
    const { user, system } = process.cpuUsage(before);

    return {
      ...result,
      milliseconds,
      cpuSeconds: (user + system) / 1e6,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    };
  });
}
