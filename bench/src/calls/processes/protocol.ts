/** What a process is started with. */
export interface Settings {
  readonly kind: string;
  readonly databaseUrl: string;
  /** Where calls go to; empty for a server. */
  readonly address: string;
  readonly connections: number;
  /** Folder for files. */
  readonly folder: string;
  /** Records that wait, at most; the log's default when it is null. */
  readonly capacity: number | null;
  /** Whether each call reads a page of a table. */
  readonly reads: boolean;
}

export interface State {
  /** Made or served, since it began. */
  readonly calls: number;
  /** Microseconds of this process, since it began. */
  readonly cpu: number;
  /** Microseconds of its main thread. */
  readonly servingCpu: number;
  /** Bytes of the process, and of the heap of its main thread. */
  readonly rss: number;
  readonly heapUsed: number;
  readonly waiting: number;
  readonly written: number;
  readonly dropped: number;
  readonly failed: number;
}

/** A request to a process, which responds with its state afterwards. */
export type Ask =
  | { readonly ask: 'state' }
  /** Writes all that waits. */
  | { readonly ask: 'flush' }
  /** Calls without a pause, or `rate` per second, until it is stopped. */
  | { readonly ask: 'begin'; readonly rate: number | null }
  | { readonly ask: 'end' };

/** Serves the requests of the parent, after sending it `ready`. */
export function serveParent(ready: string, respond: (ask: Ask) => Promise<State>): void {
  process.on('message', (ask: Ask) => {
    respond(ask).then(
      (value) => process.send?.(value),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send?.(ready);
}

export const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
