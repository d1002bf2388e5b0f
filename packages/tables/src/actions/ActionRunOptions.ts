import type { ActionCounts } from '../definition/ActionSummary.ts';

/** How an action is run. */
export interface ActionRunOptions {
  /**
   * Names the run, in at most 64 characters; a new one by default. A run that has begun under this name is gone on with
   * where it was committed last; of one that has ended the summary is answered.
   */
  readonly runId?: string;
  /** IANA time zone in which dates are filtered and shown to the functions of the action; the configured one by default. */
  readonly timeZone?: string | null;
  /** Cancels the run after the row that it is at. What has been committed stays, and the run cannot be gone on with. */
  readonly signal?: AbortSignal;
  /**
   * Leaves the run after the row that it is at, to be gone on with later under its `runId`; `runAction` then rejects with
   * the signal's reason. For processes that are to end.
   */
  readonly pause?: AbortSignal;
  /**
   * Called before each chunk with the counts so far. A rejection ends the run as `signal` does, and `runAction` rejects
   * with its error. For rights that may be withdrawn while the action runs.
   */
  readonly authorize?: (counts: ActionCounts) => Promise<void>;
  /** Told once the rows are listed, and after every commit. */
  readonly onProgress?: (counts: ActionCounts) => void;
}
