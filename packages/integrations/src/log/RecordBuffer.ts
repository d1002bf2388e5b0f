import { setTimeout as wait } from 'node:timers/promises';
import type { Mask } from '../mask/Mask.ts';
import type { BatchResult, BatchWriter, LogEntry } from './LogWriter.ts';
import { sizeOf, type UnmaskedCall } from './UnmaskedCall.ts';

interface BufferSettings {
  readonly capacity: number;
  readonly batchSize: number;
  /** Milliseconds. */
  readonly flushAfter: number;
  /** Receives the number of records dropped since its last call. */
  readonly onDropped: (count: number) => void;
}

/** Maximum size of all pending records, in characters and bytes. */
const maxPendingSize = 67_108_864;

/** A bounded queue of records, which passes batches to its writer. */
export class RecordBuffer {
  readonly #writer: BatchWriter;
  readonly #settings: BufferSettings;
  #entries: LogEntry[] = [];
  #sizes: number[] = [];
  /** Size of all pending records, in-flight ones included. */
  #size = 0;
  /** Passed to the writer and not yet settled. */
  #inFlight = 0;
  #batches = 0;
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
      waiting: this.#entries.length + this.#inFlight,
      written: this.#written,
      dropped: this.#dropped,
      failed: this.#failed,
    };
  }

  /** True if the buffer is full or closed; a record then counts as dropped. */
  refuses(): boolean {
    const isFull =
      this.#entries.length + this.#inFlight >= this.#settings.capacity || this.#size >= maxPendingSize;
    if (!isFull && !this.#isClosed) return false;
    this.#drop(1);

    return true;
  }

  addCall(call: UnmaskedCall, mask: Mask): void {
    this.add({ call, mask }, sizeOf(call));
  }

  add(entry: LogEntry, size: number): void {
    if (this.refuses()) return;
    this.#entries.push(entry);
    this.#sizes.push(size);
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
    this.#drop(this.#entries.length + this.#inFlight);
    this.#entries = [];
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
    return this.#added - this.#entries.length - this.#inFlight;
  }

  #drop(count: number): void {
    this.#dropped += count;
    this.#unreported += count;
  }

  #schedule(): void {
    if (this.#entries.length < this.#settings.batchSize) {
      this.#timer ??= setTimeout(() => this.#handOver(), this.#settings.flushAfter);
    } else if (this.#batches < this.#writer.parallel) {
      // Not in `add`, which must not delay a call.
      this.#immediate ??= setImmediate(() => this.#handOver());
    }
  }

  /** Passes batches to the writer, up to its concurrency. */
  #handOver(): void {
    this.#clearTimers();
    while (this.#entries.length > 0 && this.#batches < this.#writer.parallel) {
      const batch = this.#entries.splice(0, this.#settings.batchSize);
      const size = this.#sizes.splice(0, batch.length).reduce((sum, one) => sum + one, 0);
      this.#inFlight += batch.length;
      this.#batches += 1;
      void this.#writer.write(batch).then((result) => this.#settle(result, batch.length, size));
    }
  }

  #settle({ written, failed, dropped }: BatchResult, count: number, size: number): void {
    this.#batches -= 1;
    this.#size -= size;
    if (this.#isEnded) return;
    this.#inFlight -= count;
    this.#written += written;
    this.#failed += failed;
    this.#drop(dropped);
    this.reportDropped();
    this.#resolveWaiters();
    if (this.#flushWaiters.length > 0) this.#handOver();
    else if (this.#entries.length > 0) this.#schedule();
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
