import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isConflict, isUnavailable, withSafeTexts } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import type { CallRecord } from '../CallRecord.ts';
import { mapParameters } from '../callFaults.ts';
import { wellFormed } from '../decodeText.ts';
import type { Mask } from '../mask/Mask.ts';
import { dialectOf } from './apiLogs.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { type MaskedCall, maskCall } from './maskCall.ts';
import type { UnmaskedCall } from './UnmaskedCall.ts';

/** A pending call with its mask, or a record that is already masked. */
export type LogEntry =
  | { readonly call: UnmaskedCall; readonly mask: Mask }
  | { readonly record: CallRecord | MaskedCall };

export interface BatchResult {
  written: number;
  /** Refused by the database individually. */
  failed: number;
  /** Not written before the writer was stopped. */
  dropped: number;
}

/** Records that are written together. */
export interface Batch {
  /** Never throws. */
  add(entry: LogEntry): void;
  /** Resolves when every record is written, refused or dropped; retries while the database is unavailable. Never rejects. */
  write(): Promise<BatchResult>;
}

/** Writes batches of records, in this thread or in a worker. */
export interface BatchWriter {
  /** Maximum number of concurrent batches. */
  readonly parallel: number;
  open(): Batch;
  /** Drops all unwritten records. Never rejects. */
  stop(): Promise<void>;
}

export interface WriterEvents {
  /** @param isUnavailable true if the records are retried later */
  onError(error: unknown, isUnavailable: boolean): void;
  onAvailable(): void;
}

/** Characters after which an INSERT takes no further records. */
const maxInsertLength = 4_000_000;
/** Records masked before yielding to other work of the thread: about a millisecond. */
const recordsPerTurn = 20;
/** Milliseconds between attempts while the database is unavailable. */
const firstPause = 250;
const longestPause = 10_000;

/** Masks records and inserts them in order, batch by batch. */
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

  open(): Batch {
    const entries: LogEntry[] = [];

    return { add: (entry) => void entries.push(entry), write: () => this.write(entries) };
  }

  async write(entries: Iterable<LogEntry>): Promise<BatchResult> {
    const result: BatchResult = { written: 0, failed: 0, dropped: 0 };
    let rows: string[] = [];
    let length = 0;
    let read = 0;

    for (const entry of entries) {
      const row = this.#rowOf(entry, result);
      if (row !== null) {
        rows.push(row);
        length += row.length;
      }
      if (length >= maxInsertLength) {
        this.#insertInTurn(rows, result);
        rows = [];
        length = 0;
      }
      read += 1;
      if (read % recordsPerTurn === 0) await nextTurn();
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

  /** Queues the rows: one statement at a time. */
  #insertInTurn(rows: readonly string[], result: BatchResult): void {
    if (rows.length > 0) this.#inserted = this.#inserted.then(() => this.#insert(rows, result));
  }

  /** Retries until the rows are written, refused individually, or the writer is stopped. */
  async #insert(rows: readonly string[], result: BatchResult): Promise<void> {
    const { signal } = this.#stopped;

    for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      try {
        await this.#dialect.insertRows(`[${rows.join(',')}]`).execute(this.#db);
        this.#events.onAvailable();
        result.written += rows.length;
        return;
      } catch (error) {
        if (!isTemporary(error)) {
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

/** Serialises the payload of a record. */
export function maskedCall(record: CallRecord | MaskedCall): MaskedCall {
  const { payload } = record;

  return { ...record, payload: typeof payload === 'string' ? payload : JSON.stringify(payload) };
}

/** Maximum lengths in characters. */
const maxLengths = { route: 255, url: 8_192, method: 20, error: 8_192, parameter: 1_000 } as const;

/** A record as a JSON object for `Dialect.insertRows`. */
function logRow(call: MaskedCall, dialect: Dialect): string {
  const time = dialect.time(call.createdAt);
  const fault = mapParameters(call.fault ?? null, (value) => storable(value, maxLengths.parameter));
  const row = JSON.stringify({
    call_id: call.callId,
    user_id: call.userId,
    route: text(call.route, maxLengths.route),
    url: text(call.url, maxLengths.url),
    method: text(call.method, maxLengths.method),
    status: call.status,
    error: text(call.error, maxLengths.error),
    fault: fault && dialect.payloadAsText ? JSON.stringify(fault) : fault,
    try: call.try,
    direction: call.direction,
    duration: Math.round(call.duration * 1_000) / 1_000,
    created_at: time,
    updated_at: time,
  });

  return `${row.slice(0, -1)},"payload":${dialect.payloadAsText ? JSON.stringify(call.payload) : call.payload}}`;
}

function text(value: string | null, length: number): string | null {
  return value === null ? null : storable(value, length);
}

function storable(value: string, length: number): string {
  return wellFormed(value.length > length ? `${value.slice(0, length - 1)}…` : value);
}

/** MySQL errors of the database or its tables, independent of the record. */
const codes = new Set([
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_ACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_RECORD_FILE_FULL',
  'ER_DISK_FULL',
]);

/**
 * Error classes of PostgreSQL: connection, rollback, names and privileges, resources, object state, operator
 * intervention, system, internal.
 */
const classes = /^(?:08|25|28|3D|3F|40|42|53|55|57|58|XX)/;

/** Node's SQLite reports these by message only. */
const messages =
  /^(?:database is locked|no such table|no such column|database or disk is full|disk I\/O error|attempt to write a readonly database)/;

/** Whether a retry may succeed, since the error does not depend on the record. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTemporary);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';

  return (
    isUnavailable(error) ||
    isConflict(error) ||
    codes.has(code) ||
    (code.length === 5 && classes.test(code)) ||
    messages.test(error.message)
  );
}
