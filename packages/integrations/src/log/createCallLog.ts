import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { withSafeTexts } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import type { CallLog, CallRecord } from '../CallRecord.ts';
import { dialectOf } from './dialects/dialectOf.ts';
import { isPassing } from './isPassing.ts';
import { logRow } from './logRow.ts';
import { restAfter, type Work } from './restAfter.ts';

export interface CallLogOptions<DB> {
  readonly db: Kysely<DB>;
  /** Records that wait to be written, at most; 10,000 by default. */
  readonly capacity?: number;
  /** Records of one INSERT, at most; 500 by default. */
  readonly batchSize?: number;
  /** Milliseconds that a record waits for others, give or take a tenth of a second; 1,000 by default. */
  readonly flushAfter?: number;
  /**
   * Share of this process's time that the log may take while it is busy, over 0 and up to 1; 0.02 by default, which is some
   * 600 records a second. What calls cost that are not kept counts: of tens of thousands a second, a tenth of the share is
   * left for records. A process that is idle for more than half of its time gives a fifth of what is over as well. More
   * records than that wait in the buffer, and are dropped when it is full: what the process is for goes before its log.
   * `flush` and `close` take all the time there is.
   */
  readonly share?: number;
  /** Is told how many records were dropped since it was told last. */
  readonly onDropped?: (count: number) => void;
  /** Is told why records were not written: now, and tried again, or never. */
  readonly onError?: (error: unknown) => void;
}

export interface CallLogState {
  readonly waiting: number;
  readonly written: number;
  /** For want of room, or of time when it was closed. */
  readonly dropped: number;
  /** Refused by the database, one by one. */
  readonly failed: number;
  /** Whether the last attempt to write failed for a reason that passes. */
  readonly isAway: boolean;
}

export interface BufferedCallLog extends CallLog {
  readonly state: CallLogState;
  /** Writes all that was added before. While the database is away, it waits. Never rejects. */
  flush(): Promise<void>;
  /** Writes what waits for at most `time` milliseconds, 5,000 by default, and drops the rest. Never rejects. */
  close(time?: number): Promise<void>;
}

/** Characters of an INSERT that takes no further record. */
const longInsert = 4_000_000;
/** Records made into text before other work gets its turn. */
const turn = 25;
/** Milliseconds until it is looked again how busy the process is. */
const longestWait = 100;
const firstPause = 250;
const longestPause = 10_000;

/**
 * Logs calls into `api_logs`: `add` puts a record into a buffer and returns; one writer inserts batches. While the
 * database is away the buffer fills, and the writer tries again, at most ten seconds apart. When it is full, the newest
 * records are dropped: what is kept tells how the trouble began, without gaps. A record that the database refuses is left
 * out, and the others of its batch are written.
 */
export function createCallLog<DB>({
  db,
  capacity = 10_000,
  batchSize = 500,
  flushAfter = 1_000,
  share = 0.02,
  onDropped = () => undefined,
  onError = () => undefined,
}: CallLogOptions<DB>): BufferedCallLog {
  const dialect = dialectOf(db);
  const safeDb = withSafeTexts(db);
  const stopped = new AbortController();
  let buffer: CallRecord[] = [];
  /** Of the buffer's beginning, taken and neither written nor given up. */
  let taken = 0;
  let added = 0;
  let written = 0;
  let dropped = 0;
  let untold = 0;
  let failed = 0;
  let isAway = false;
  /** Calls of `flush` that wait. */
  let hurried = 0;
  let isClosed = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | null = null;
  let writer: Promise<void> | null = null;

  return {
    add,
    refuses,
    get state() {
      return { waiting: buffer.length + taken, written, dropped, failed, isAway };
    },
    flush,
    close,
  };

  function refuses(): boolean {
    const isRefused = isClosed || buffer.length + taken >= capacity;
    if (isRefused) drop(1);

    return isRefused;
  }

  function add(record: CallRecord): void {
    if (refuses()) return;
    buffer.push(record);
    added += 1;
    if (buffer.length >= batchSize) {
      startWriter();
    } else {
      timer ??= setTimeout(startWriter, flushAfter);
    }
  }

  function drop(count: number): void {
    dropped += count;
    untold += count;
  }

  function tellDropped(): void {
    if (untold === 0) return;
    const count = untold;
    untold = 0;
    tell(() => onDropped(count));
  }

  function startWriter(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writer ??= write().finally(() => {
      writer = null;
      if (buffer.length > 0 && !isClosed) timer ??= setTimeout(startWriter, flushAfter);
    });
  }

  async function write(): Promise<void> {
    // Not within `add`, which somebody waits for.
    await nextTurn();
    while (buffer.length > 0 && !stopped.signal.aborted) {
      const batch = buffer.slice(0, batchSize);
      buffer = buffer.slice(batch.length);
      taken = batch.length;
      await writeBatch(batch);
      taken = 0;
      tellDropped();
    }
    tellDropped();
  }

  /** In one INSERT, but for what is late before all of it is made, or is too long. */
  async function writeBatch(batch: readonly CallRecord[]): Promise<void> {
    let rows: string[] = [];
    let length = 0;
    let firstAt = 0;
    const send = async () => {
      const own = rows;
      rows = [];
      length = 0;
      if (own.length > 0) await insert(own);
    };
    const sendIfLate = async () => {
      if (performance.now() - firstAt > flushAfter) await send();
    };
    let made = 0;
    let began = threadTime();

    for (const record of batch) {
      const row = rowOf(record);
      made += 1;
      if (row !== null) {
        if (rows.length === 0) firstAt = performance.now();
        rows.push(row);
        length += row.length;
      }
      if (made < turn && length < longInsert) continue;
      await leaveTime({ rows: made, spent: threadTime() - began, share }, sendIfLate);
      if (length >= longInsert) await send();
      made = 0;
      began = threadTime();
    }
    await send();
  }

  function rowOf(record: CallRecord): string | null {
    try {
      return logRow(record, dialect);
    } catch (error) {
      fail(error);
      return null;
    }
  }

  /** Lets other work have its time after a turn of the log's, or until somebody waits for the log. */
  async function leaveTime(work: Work, meanwhile: () => Promise<void>): Promise<void> {
    const { idle } = performance.eventLoopUtilization();
    const began = performance.now();
    const calls = added + dropped;
    await nextTurn();
    while (hurried === 0) {
      const rest = restAfter(work, {
        elapsed: performance.now() - began,
        idle: performance.eventLoopUtilization().idle - idle,
        calls: added + dropped - calls,
      });
      if (rest <= 0) return;
      await wait(Math.max(1, Math.min(longestWait, rest)));
      await meanwhile();
    }
  }

  /** Until the rows are written, refused one by one, or the log is stopped. */
  async function insert(rows: readonly string[]): Promise<void> {
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      if (stopped.signal.aborted) return giveUp(rows.length);
      try {
        await dialect.insertRows(`[${rows.join(',')}]`).execute(safeDb);
        if (isEnded) return;
        isAway = false;
        written += rows.length;
        taken -= rows.length;
        return;
      } catch (error) {
        isAway = isPassing(error);
        if (!isAway) return rows.length === 1 ? fail(error) : insertHalves(rows);
        tell(() => onError(error));
        tellDropped();
        await wait(pause, null, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  async function insertHalves(rows: readonly string[]): Promise<void> {
    const half = rows.length >> 1;

    await insert(rows.slice(0, half));
    await insert(rows.slice(half));
  }

  function fail(error: unknown): void {
    if (isEnded) return;
    failed += 1;
    taken -= 1;
    tell(() => onError(error));
  }

  function giveUp(count: number): void {
    if (isEnded) return;
    taken -= count;
    drop(count);
  }

  async function flush(): Promise<void> {
    const before = added;
    hurried += 1;
    while (added - buffer.length - taken < before && !stopped.signal.aborted) {
      startWriter();
      await writer;
    }
    hurried -= 1;
    tellDropped();
  }

  async function close(time = 5_000): Promise<void> {
    isClosed = true;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const ended = new AbortController();
    const late = wait(time, null, { signal: ended.signal }).then(
      () => stopped.abort(),
      () => undefined,
    );
    await Promise.race([flush(), late]);
    ended.abort();
    stopped.abort();
    isEnded = true;
    // A statement under way may take longer than there is time; its rows may be written yet, and are told as dropped.
    drop(buffer.length + taken);
    buffer = [];
    taken = 0;
    tellDropped();
  }
}

/** Milliseconds of the processor that this thread has had. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();

  return (user + system) / 1_000;
}

/** A listener's fault is not the log's. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch {
    // There is nobody else to tell.
  }
}
