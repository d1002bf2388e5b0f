/** How far a run of an action has come. */
export interface ActionCounts {
  /** Rows that matched when it began. */
  readonly total: number;
  /** Rows that it was run for without a failure. */
  readonly processed: number;
  /** Rows on which it failed. */
  readonly failed: number;
  /** Rows that were not there any more when their turn came. */
  readonly gone: number;
}

/** What became of a run. */
export interface ActionSummary extends ActionCounts {
  readonly runId: string;
  /** `stopped`: by a failure, where the action says `onFailure: 'stop'`. Rows after the last one done were left alone. */
  readonly state: 'finished' | 'stopped' | 'cancelled';
  /** The first hundred, in the order of the rows. */
  readonly failures: readonly ActionFailure[];
}

/** The summary, told to whoever waits for it. */
export interface ActionResult extends ActionSummary {
  /** For people: the action's `message`, or one of the package's own. */
  readonly message: string;
}

export interface ActionFailure {
  /** As the row had it; a bigint as text. */
  readonly dtRowId: string | number;
  /** What a person knows the row by: the first text among its visible columns. Missing where it has none. */
  readonly name?: string;
  /** For people. */
  readonly message: string;
}
