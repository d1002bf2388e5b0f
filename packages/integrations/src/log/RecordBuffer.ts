import { setTimeout as wait } from 'node:timers/promises';
import type { Mask } from '../mask/Mask.ts';
import type { Batch, BatchResult, BatchWriter, LogEntry } from './LogWriter.ts';
import { sizeOf, type UnmaskedCall } from './UnmaskedCall.ts';

interface BufferSettings {
  readonly capacity: number;
  readonly batchSize: number;
  /** Milliseconds. */
  readonly flushAfter: number;
  /** Receives the number of records dropped since its last call. */
  readonly onDropped: (count: number) => void;
}

interface PendingBatch {
  readonly batch: Batch;
  count: number;
  /** Of its records, in characters and bytes. */
  size: number;
}

/** Maximum size of all pending records, in characters and bytes. */
const maxPendingSize = 67_108_864;

/** A bounded queue of records, in batches of its writer. */
export class RecordBuffer {
  readonly #writer: BatchWriter;
  readonly #settings: BufferSettings;
  /** Only the last one is not full. */
  #pending: PendingBatch[] = [];
  /** Records of pending batches. */
  #waiting = 0;
  /** Size of all pending records, in-flight ones included. */
  #size = 0;
  /** Records, and batches, that are being written. */
  #inFlight = 0;
  #batchesInFlight = 0;
  #added = 0;
  #written = 0;
  #failed = 0;
  #dropped = 0;
  #unreported = 0;
  #timer: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  #flushWaiters: { readonly until: number; readonly resolve: () => void }[] = [];
  #isClosed = false;
  #isEnded = false;

  constructor(writer: BatchWriter, settings: BufferSettings) {
    this.#writer = writer;
    this.#settings = settings;
  }

  get counts(): { waiting: number; written: number; dropped: number; failed: number } {
    return {
      waiting: this.#waiting + this.#inFlight,
      written: this.#written,
      dropped: this.#dropped,
      failed: this.#failed,
    };
  }

  /** True if the buffer is full or closed; a record then counts as dropped. */
  refuses(): boolean {
    const isFull = this.#waiting + this.#inFlight >= this.#settings.capacity || this.#size >= maxPendingSize;
    if (!isFull && !this.#isClosed) return false;
    this.#drop(1);

    return true;
  }

  addCall(call: UnmaskedCall, mask: Mask): void {
    this.add({ call, mask }, sizeOf(call));
  }

  add(entry: LogEntry, size: number): void {
    if (this.refuses()) return;
    const last = this.#openBatch();
    last.batch.add(entry);
    last.count += 1;
    last.size += size;
    this.#waiting += 1;
    this.#size += size;
    this.#added += 1;
    this.#schedule();
  }

  /** Resolves when all records added before are written, refused or dropped. */
  async flush(): Promise<void> {
    if (this.#settled < this.#added && !this.#isEnded) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#flushWaiters.push({ until: this.#added, resolve });
      this.#handOver();
      await promise;
    }
    this.reportDropped();
  }

  async close(time = 5_000): Promise<void> {
    this.#isClosed = true;
    const ended = new AbortController();
    const late = wait(time, null, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([this.flush(), late]);
    ended.abort();
    this.#isEnded = true;
    this.#clearTimers();
    // Rows of a running statement may still be written, but count as dropped.
    this.#drop(this.#waiting + this.#inFlight);
    this.#pending = [];
    this.#waiting = 0;
    this.#inFlight = 0;
    this.#resolveWaiters();
    await this.#writer.stop();
    this.reportDropped();
  }

  reportDropped(): void {
    if (this.#unreported === 0) return;
    const count = this.#unreported;
    this.#unreported = 0;
    this.#settings.onDropped(count);
  }

  /** Number of records that are neither waiting nor in flight. */
  get #settled(): number {
    return this.#added - this.#waiting - this.#inFlight;
  }

  #drop(count: number): void {
    this.#dropped += count;
    this.#unreported += count;
  }

  #openBatch(): PendingBatch {
    const last = this.#pending.at(-1);
    if (last !== undefined && last.count < this.#settings.batchSize) return last;
    const next = { batch: this.#writer.open(), count: 0, size: 0 };
    this.#pending.push(next);

    return next;
  }

  #schedule(): void {
    if (this.#waiting < this.#settings.batchSize) {
      this.#timer ??= setTimeout(() => this.#handOver(), this.#settings.flushAfter);
    } else if (this.#batchesInFlight < this.#writer.parallel) {
      // Not in `add`, which must not delay a call.
      this.#immediate ??= setImmediate(() => this.#handOver());
    }
  }

  /** Writes pending batches, as many at the same time as the writer can. */
  #handOver(): void {
    this.#clearTimers();
    while (this.#batchesInFlight < this.#writer.parallel) {
      const next = this.#pending.shift();
      if (next === undefined) return;
      this.#waiting -= next.count;
      this.#inFlight += next.count;
      this.#batchesInFlight += 1;
      void next.batch.write().then((result) => this.#settle(result, next));
    }
  }

  #settle({ written, failed, dropped }: BatchResult, { count, size }: PendingBatch): void {
    this.#batchesInFlight -= 1;
    this.#size -= size;
    if (this.#isEnded) return;
    this.#inFlight -= count;
    this.#written += written;
    this.#failed += failed;
    this.#drop(dropped);
    this.reportDropped();
    this.#resolveWaiters();
    if (this.#flushWaiters.length > 0) this.#handOver();
    else if (this.#waiting > 0) this.#schedule();
  }

  #resolveWaiters(): void {
    const isDone = ({ until }: { readonly until: number }) => this.#isEnded || this.#settled >= until;
    for (const { resolve } of this.#flushWaiters.filter(isDone)) resolve();
    this.#flushWaiters = this.#flushWaiters.filter((waiter) => !isDone(waiter));
  }

  #clearTimers(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#immediate !== null) clearImmediate(this.#immediate);
    this.#timer = null;
    this.#immediate = null;
  }
}
