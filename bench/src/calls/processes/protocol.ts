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

export interface Run {
  readonly calls: number;
  readonly seconds: number;
}

export interface State {
  /** Microseconds of this process, since it began. */
  readonly cpu: number;
  readonly waiting: number;
  readonly written: number;
  readonly dropped: number;
  readonly failed: number;
}

/** What a process is asked, and what it answers. */
export type Ask =
  | { readonly ask: 'state' }
  /** Writes all that waits. */
  | { readonly ask: 'flush' }
  /** Calls without a pause, or `rate` a second. */
  | { readonly ask: 'run'; readonly seconds: number; readonly rate: number | null };

export type Answer = State | Run;

/** Answers the parent, and tells it `ready` first. */
export function answer(ready: string, answers: (ask: Ask) => Promise<Answer>): void {
  process.on('message', (ask: Ask) => {
    answers(ask).then(
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
