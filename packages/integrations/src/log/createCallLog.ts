import type { Kysely } from 'kysely';
import type { CallLog } from '../CallRecord.ts';
import { LogWriter, type WriterEvents } from './LogWriter.ts';
import { masksItself } from './maskCall.ts';
import { RecordBuffer } from './RecordBuffer.ts';
import { type LogDatabase, WorkerWriter } from './WorkerWriter.ts';

interface BufferOptions {
  /** Maximum number of pending records; 50,000 by default, ten seconds of 5,000 calls. In total, they are limited to 64 MiB. */
  readonly capacity?: number;
  /** Maximum records per INSERT. Defaults to 500. */
  readonly batchSize?: number;
  /** Maximum milliseconds that a record waits for a full batch. Defaults to 1,000. */
  readonly flushAfter?: number;
  /** Receives the number of records dropped since its last call. */
  readonly onDropped?: (count: number) => void;
  /** Receives errors of writing, both of retried and of refused records. */
  readonly onError?: (error: unknown) => void;
}

export type CallLogOptions<DB> = BufferOptions &
  (
    | {
        /**
         * Masks and writes in a worker thread with its own connection, for thousands of calls per second. Calls whose mask is
         * not from `createMask` are masked in the thread of the application.
         */
        readonly database: LogDatabase;
        readonly db?: undefined;
      }
    | {
        /** Masks and writes in the thread of the application, between other work: about 50 µs per record. */
        readonly db: Kysely<DB>;
        readonly database?: undefined;
      }
  );

export interface CallLogState {
  /** Added, but neither written nor dropped nor failed. */
  readonly waiting: number;
  readonly written: number;
  /** Dropped because the buffer was full, or because `close` ran out of time. */
  readonly dropped: number;
  /** Refused by the database individually. */
  readonly failed: number;
  /** True if the last attempt to write failed temporarily and is retried. */
  readonly isUnavailable: boolean;
}

export interface BufferedCallLog extends CallLog {
  readonly state: CallLogState;
  /** Writes all records added before; waits while the database is unavailable. Never rejects. */
  flush(): Promise<void>;
  /** Writes pending records for at most `time` milliseconds (defaults to 5,000) and drops the rest. Never rejects. */
  close(time?: number): Promise<void>;
}

/**
 * Logs calls into `api_logs`: `add` puts a record into a bounded buffer, and a writer masks and inserts batches. While the
 * database is unavailable the writer retries at most every ten seconds. If the buffer is full, new records are dropped,
 * so that the kept ones show the start of a failure without gaps. A record that the database refuses is left out; the
 * others of its batch are written.
 */
export function createCallLog<DB>(options: CallLogOptions<DB>): BufferedCallLog {
  const { onError = () => undefined } = options;
  let isUnavailable = false;
  const events: WriterEvents = {
    onError: (error, isRetried) => {
      isUnavailable = isRetried;
      quietly(() => onError(error));
      if (isRetried) buffer.reportDropped();
    },
    onAvailable: () => {
      isUnavailable = false;
    },
  };
  const writer =
    options.database === undefined
      ? new LogWriter(options.db as unknown as Kysely<unknown>, events)
      : new WorkerWriter(options.database, events);
  const buffer = new RecordBuffer(writer, {
    capacity: options.capacity ?? 50_000,
    batchSize: options.batchSize ?? 500,
    flushAfter: options.flushAfter ?? 1_000,
    onDropped: (count) => quietly(() => options.onDropped?.(count)),
  });
  const log: BufferedCallLog = {
    add: (record) => buffer.add({ record }, 2_000),
    refuses: () => buffer.refuses(),
    get state() {
      return { ...buffer.counts, isUnavailable };
    },
    flush: () => buffer.flush(),
    close: (time) => buffer.close(time),
  };
  masksItself(log, (call, mask) => buffer.addCall(call, mask));

  return log;
}

/** An error of a listener does not stop the log. */
function quietly(listener: () => void): void {
  try {
    listener();
  } catch {
    // There is no other listener.
  }
}
