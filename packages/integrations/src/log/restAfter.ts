/** Rows that were made at a stretch. */
export interface Work {
  readonly rows: number;
  /** Milliseconds of the processor for all of them. */
  readonly spent: number;
  /** Of the process's time, which the log may take while it is busy: over 0 and up to 1. */
  readonly share: number;
}

/** What there was since, in milliseconds. */
export interface Since {
  readonly elapsed: number;
  /** Of it, how long the process had nothing to do. */
  readonly idle: number;
  /** Calls that came, whether they were kept or not. */
  readonly calls: number;
}

/** Of the time, how much a process is idle that does what it can on a machine that others use as well. */
const busyIdle = 0.5;
/** Milliseconds that the process is idle beyond that, for one of them that is taken. */
const sparePerSpent = 4;
/** What it costs a process to follow a call that is not kept, in rows made. */
const costOfCall = 0.03;
/** Of the log's share, the part that rows have in any case. */
const leastForRows = 0.1;

/**
 * Milliseconds that the log still leaves to others, if nothing changes; none, or fewer, when it may go on: when the rows, and
 * what calls cost meanwhile, are its share of the time, or when enough of the time was over.
 */
export function restAfter({ rows, spent, share }: Work, { elapsed, idle, calls }: Since): number {
  const price = Math.min(1 + (calls * costOfCall) / rows, 1 / leastForRows);
  const untilShare = spent * (price / share - 1) - elapsed;
  const untilSpare = (spent * sparePerSpent - (idle - elapsed * busyIdle)) / (1 - busyIdle);

  return Math.min(untilShare, untilSpare);
}
