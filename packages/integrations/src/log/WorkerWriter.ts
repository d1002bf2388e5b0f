import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { maskOptionsOf } from '../mask/createMask.ts';
import type { Mask, MaskOptions } from '../mask/Mask.ts';
import {
  type BatchResult,
  type BatchWriter,
  type LogEntry,
  maskedCall,
  type WriterEvents,
} from './LogWriter.ts';
import { type MaskedCall, maskCall } from './maskCall.ts';
import { isTransferable, type UnmaskedCall } from './UnmaskedCall.ts';

/** A module whose default export takes `options` and returns a Kysely instance, or a promise of one, for the worker. */
export interface LogDatabase {
  /** For example `new URL('./logDatabase.js', import.meta.url)`. */
  readonly module: URL | string;
  /** A cloneable value, for example a connection URL. */
  readonly options?: unknown;
}

export type PackedEntry =
  | { readonly call: UnmaskedCall; readonly mask: number }
  | { readonly record: MaskedCall };

export type ToWorker =
  | { readonly kind: 'mask'; readonly mask: number; readonly options: MaskOptions }
  | { readonly kind: 'write'; readonly batch: number; readonly entries: readonly PackedEntry[] }
  | { readonly kind: 'stop' };

export type FromWorker =
  | { readonly kind: 'done'; readonly batch: number; readonly result: BatchResult }
  | { readonly kind: 'error'; readonly error: unknown; readonly isUnavailable: boolean }
  | { readonly kind: 'available' };

interface PendingBatch {
  readonly count: number;
  /** Records that could not be sent to the worker. */
  readonly refused: number;
  readonly resolve: (result: BatchResult) => void;
}

/** Milliseconds before a failed worker is replaced. */
const restartPause = 1_000;
/** Milliseconds for a worker to close its connection. */
const closingTime = 1_000;

/** Masks and inserts in a worker thread with its own connection. The thread starts with the first batch. */
export class WorkerWriter implements BatchWriter {
  /** One batch is masked while another is inserted. */
  readonly parallel = 2;
  readonly #database: LogDatabase;
  readonly #events: WriterEvents;
  #worker: Worker | null = null;
  #restart: Promise<void> | null = null;
  #isStopped = false;
  readonly #pending = new Map<number, PendingBatch>();
  readonly #masks = new Map<Mask, number>();
  #batches = 0;

  constructor(database: LogDatabase, events: WriterEvents) {
    this.#database = database;
    this.#events = events;
  }

  async write(batch: readonly LogEntry[]): Promise<BatchResult> {
    if (this.#restart !== null) await this.#restart;
    if (this.#isStopped) return { written: 0, failed: 0, dropped: batch.length };
    const worker = this.#worker ?? this.#start();
    const packed = batch.map((entry) => this.#pack(entry, worker)).filter((entry) => entry !== null);
    this.#batches += 1;
    const number = this.#batches;
    const count = this.#sendBatch(worker, number, packed);
    const { promise, resolve } = Promise.withResolvers<BatchResult>();
    this.#pending.set(number, { count, refused: batch.length - count, resolve });
    worker.ref();

    return promise;
  }

  /** @returns the number of entries sent; those that cannot be cloned are left out */
  #sendBatch(worker: Worker, batch: number, entries: readonly PackedEntry[]): number {
    try {
      send(worker, { kind: 'write', batch, entries });
      return entries.length;
    } catch {
      const cloneable = entries.filter((entry) => this.#isCloneable(entry));
      send(worker, { kind: 'write', batch, entries: cloneable });
      return cloneable.length;
    }
  }

  #isCloneable(entry: PackedEntry): boolean {
    try {
      structuredClone(entry);
      return true;
    } catch (error) {
      this.#events.onError(error, false);
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    send(worker, { kind: 'stop' });
    await Promise.race([exited, wait(closingTime, null, { ref: false })]);
    await worker.terminate();
  }

  #start(): Worker {
    const file = new URL(`./logWorker${extname(import.meta.url)}`, import.meta.url);
    const { module, options } = this.#database;
    const worker = new Worker(file, {
      workerData: { module: String(module), options },
      name: 'call-log',
      // Above this limit the thread ends, and not the process.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', (error) => this.#events.onError(error, true));
    worker.on('exit', () => this.#exited());
    this.#worker = worker;

    return worker;
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'error') this.#events.onError(message.error, message.isUnavailable);
    if (message.kind === 'available') this.#events.onAvailable();
    if (message.kind !== 'done') return;
    const pending = this.#pending.get(message.batch);
    this.#pending.delete(message.batch);
    // An idle worker does not keep the process alive.
    if (this.#pending.size === 0) this.#worker?.unref();
    const { written, failed, dropped } = message.result;
    pending?.resolve({ written, failed: failed + pending.refused, dropped });
  }

  /** Batches of a failed worker may have been written; they count as dropped. */
  #exited(): void {
    this.#worker = null;
    this.#masks.clear();
    if (!this.#isStopped) {
      this.#restart = wait(restartPause).then(() => {
        this.#restart = null;
      });
    }
    for (const [id, { count, refused, resolve }] of this.#pending) {
      this.#pending.delete(id);
      resolve({ written: 0, failed: refused, dropped: count });
    }
  }

  /** The entry for the worker: unmasked if the worker can create the same mask, otherwise masked here. */
  #pack(entry: LogEntry, worker: Worker): PackedEntry | null {
    try {
      if ('record' in entry) return { record: maskedCall(entry.record) };
      const mask = isTransferable(entry.call) ? this.#maskNumber(entry.mask, worker) : null;

      return mask === null ? { record: maskCall(entry.call, entry.mask) } : { call: entry.call, mask };
    } catch (error) {
      this.#events.onError(error, false);
      return null;
    }
  }

  #maskNumber(mask: Mask, worker: Worker): number | null {
    const known = this.#masks.get(mask);
    if (known !== undefined) return known;
    const options = maskOptionsOf(mask);
    if (options === null) return null;
    const number = this.#masks.size;
    this.#masks.set(mask, number);
    send(worker, { kind: 'mask', mask: number, options });

    return number;
  }
}

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
