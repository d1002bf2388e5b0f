import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { withSafeTexts } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import type { CallRecord } from '../CallRecord.ts';
import type { Mask } from '../mask/Mask.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { dialectOf } from './dialects/dialectOf.ts';
import { isPassing } from './isPassing.ts';
import { logRow } from './logRow.ts';
import { type MaskedCall, maskCall } from './maskCall.ts';
import type { UnmaskedCall } from './UnmaskedCall.ts';

/** What waits to be written: a call with its mask, or a record that is masked already. */
export type LogEntry =
  | { readonly call: UnmaskedCall; readonly mask: Mask }
  | { readonly record: CallRecord | MaskedCall };

/** What became of the records of a batch. */
export interface BatchResult {
  written: number;
  /** Refused by the database, one by one. */
  failed: number;
  /** Not written when the writer was stopped. */
  dropped: number;
}

/** Writes batches of records, in this thread or in another. */
export interface BatchWriter {
  /** Batches that it takes at a time. */
  readonly parallel: number;
  /** Resolves when each record is written, refused or dropped; while the database is unavailable, it tries again. Never rejects. */
  write(batch: readonly LogEntry[]): Promise<BatchResult>;
  /** Gives up what is not written. Never rejects. */
  stop(): Promise<void>;
}

export interface WriterEvents {
  /** @param isUnavailable whether the same records are tried again later */
  onError(error: unknown, isUnavailable: boolean): void;
  onAvailable(): void;
}

/** Characters of an INSERT that takes no further record. */
const longInsert = 4_000_000;
/** Records that are masked before other work of the thread continues: about a millisecond. */
const turn = 20;
/** Milliseconds between attempts while the database is unavailable. */
const firstPause = 250;
const longestPause = 10_000;

/** Masks records and inserts them, a batch at a time, in their order. */
export class LogWriter implements BatchWriter {
  readonly parallel = 1;
  readonly #db: Kysely<unknown>;
  readonly #dialect: Dialect;
  readonly #events: WriterEvents;
  readonly #stopped = new AbortController();
  #inserted: Promise<void> = Promise.resolve();

  constructor(db: Kysely<unknown>, events: WriterEvents) {
    this.#db = withSafeTexts(db);
    this.#dialect = dialectOf(db);
    this.#events = events;
  }

  async write(batch: readonly LogEntry[]): Promise<BatchResult> {
    const result: BatchResult = { written: 0, failed: 0, dropped: 0 };
    let rows: string[] = [];
    let length = 0;

    for (const [index, entry] of batch.entries()) {
      const row = this.#rowOf(entry, result);
      if (row !== null) {
        rows.push(row);
        length += row.length;
      }
      if (length >= longInsert) {
        this.#insertInTurn(rows, result);
        rows = [];
        length = 0;
      }
      if ((index + 1) % turn === 0) await nextTurn();
    }
    this.#insertInTurn(rows, result);
    await this.#inserted;

    return result;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
  }

  #rowOf(entry: LogEntry, result: BatchResult): string | null {
    try {
      return logRow(
        'call' in entry ? maskCall(entry.call, entry.mask) : maskedCall(entry.record),
        this.#dialect,
      );
    } catch (error) {
      this.#refuse(error, result);
      return null;
    }
  }

  /** After the rows before: one statement at a time. */
  #insertInTurn(rows: readonly string[], result: BatchResult): void {
    if (rows.length > 0) this.#inserted = this.#inserted.then(() => this.#insert(rows, result));
  }

  /** Until the rows are written, refused one by one, or the writer is stopped. */
  async #insert(rows: readonly string[], result: BatchResult): Promise<void> {
    const { signal } = this.#stopped;

    for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      try {
        await this.#dialect.insertRows(`[${rows.join(',')}]`).execute(this.#db);
        this.#events.onAvailable();
        result.written += rows.length;
        return;
      } catch (error) {
        if (!isPassing(error)) {
          if (rows.length === 1) return this.#refuse(error, result);
          const half = rows.length >> 1;
          await this.#insert(rows.slice(0, half), result);
          return this.#insert(rows.slice(half), result);
        }
        this.#events.onError(error, true);
        await wait(pause, null, { signal }).catch(() => undefined);
      }
    }
    result.dropped += rows.length;
  }

  #refuse(error: unknown, result: BatchResult): void {
    result.failed += 1;
    this.#events.onError(error, false);
  }
}

/** A record of any log, with its payload as JSON text. */
export function maskedCall(record: CallRecord | MaskedCall): MaskedCall {
  const { payload } = record;

  return { ...record, payload: typeof payload === 'string' ? payload : JSON.stringify(payload) };
}
