import type { Kysely } from 'kysely';
import type { CallLog } from '../CallRecord.ts';
import { LogWriter, type WriterEvents } from './LogWriter.ts';
import { masksItself } from './logCall.ts';
import { RecordBuffer } from './RecordBuffer.ts';
import { type LogDatabase, WorkerWriter } from './WorkerWriter.ts';

interface BufferOptions {
  /** Records that wait to be written, at most; 10,000 by default. Their bodies have 64 MiB at most. */
  readonly capacity?: number;
  /** Records of one INSERT, at most; 500 by default. */
  readonly batchSize?: number;
  /** Milliseconds that a record waits for others; 1,000 by default. */
  readonly flushAfter?: number;
  /** Gets the number of records that were dropped since its last call. */
  readonly onDropped?: (count: number) => void;
  /** Gets why records were not written: now, and tried again, or never. */
  readonly onError?: (error: unknown) => void;
}

export type CallLogOptions<DB> = BufferOptions &
  (
    | {
        /**
         * Writes in a thread of its own, with a connection of its own: for processes that serve thousands of calls a second.
         * Calls with a mask that is not one of `createMask` are masked in the thread of the application.
         */
        readonly database: LogDatabase;
        readonly db?: undefined;
      }
    | {
        /** Masks and writes in the thread of the application, between other work: some 50 µs for each record. */
        readonly db: Kysely<DB>;
        readonly database?: undefined;
      }
  );

export interface CallLogState {
  /** Added, and neither written nor dropped nor failed. */
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
  /** Writes all that was added before. While the database is unavailable, it waits. Never rejects. */
  flush(): Promise<void>;
  /** Writes what waits for at most `time` milliseconds, 5,000 by default, and drops the rest. Never rejects. */
  close(time?: number): Promise<void>;
}

/**
 * Logs calls into `api_logs`: `add` puts a record into a bounded buffer and returns; a writer masks and inserts batches. While
 * the database is unavailable the buffer fills, and the writer tries again, at most ten seconds apart. When it is full, the
 * newest records are dropped: what is kept shows how the trouble started, without gaps. A record that the database refuses
 * is left out, and the others of its batch are written.
 */
export function createCallLog<DB>(options: CallLogOptions<DB>): BufferedCallLog {
  const { onError = () => undefined } = options;
  let isAway = false;
  const events: WriterEvents = {
    onError: (error, isUnavailable) => {
      isAway = isUnavailable;
      quietly(() => onError(error));
      if (isUnavailable) buffer.reportDropped();
    },
    onAvailable: () => {
      isAway = false;
    },
  };
  const writer =
    options.database === undefined
      ? new LogWriter(options.db as unknown as Kysely<unknown>, events)
      : new WorkerWriter(options.database, events);
  const buffer = new RecordBuffer(writer, {
    capacity: options.capacity ?? 10_000,
    batchSize: options.batchSize ?? 500,
    flushAfter: options.flushAfter ?? 1_000,
    onDropped: (count) => quietly(() => options.onDropped?.(count)),
  });
  const log: BufferedCallLog = {
    add: (record) => buffer.add({ record }, 2_000),
    refuses: () => buffer.refuses(),
    get state() {
      return { ...buffer.counts, isAway };
    },
    flush: () => buffer.flush(),
    close: (time) => buffer.close(time),
  };
  masksItself(log, (call, mask) => buffer.addCall(call, mask));

  return log;
}

/** An error of a listener does not end the log. */
function quietly(listener: () => void): void {
  try {
    listener();
  } catch {
    // There is no other listener to report it to.
  }
}
