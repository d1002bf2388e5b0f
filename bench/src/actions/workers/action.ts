import { type RunFigures, readSettings, work } from '../../harness/worker.ts';

export interface ActionSettings {
  readonly databaseUrl: string;
  readonly rows: number;
  readonly mode: string;
  /** What a contender that writes sets `items` to: another number in every run. */
  readonly mark: number;
}

export interface ActionFigures extends RunFigures {
  readonly rows: number;
  /** Sum of the keys that it received: reveals omitted, repeated or exchanged rows. */
  readonly keys: number;
}

export const settings = readSettings<ActionSettings>();

/** Runs when the parent asks for it; `count` is called with the key of each row. */
export function workOnKeys(run: (count: (key: unknown) => void) => Promise<unknown>): void {
  work(async () => {
    let rows = 0;
    let keys = 0;
    await run((key) => {
      rows++;
      keys += Number(key);
    });

    return { rows, keys };
  });
}
