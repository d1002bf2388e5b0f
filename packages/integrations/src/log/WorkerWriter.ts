import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { maskOptionsOf } from '../mask/createMask.ts';
import type { Mask, MaskOptions } from '../mask/Mask.ts';
import {
  type Batch,
  type BatchResult,
  type BatchWriter,
  type LogEntry,
  maskedCall,
  type WriterEvents,
} from './LogWriter.ts';
import { type MaskedCall, maskCall } from './maskCall.ts';
import { PackedCalls } from './PackedCalls.ts';
import { isTransferable } from './UnmaskedCall.ts';

/** A module whose default export takes `options` and returns a Kysely instance, or a promise of one, for the worker. */
export interface LogDatabase {
  /** For example `new URL('./logDatabase.js', import.meta.url)`. */
  readonly module: URL | string;
  /** A cloneable value, for example a connection URL. */
  readonly options?: unknown;
}

export interface WriteMessage {
  readonly kind: 'write';
  readonly batch: number;
  /** Options of the masks that the worker does not have yet, in the order of their numbers. */
  readonly newMasks: readonly MaskOptions[];
  /** Packed; its first `length` bytes are used. */
  readonly calls: ArrayBuffer;
  readonly length: number;
  readonly records: readonly MaskedCall[];
}

export type ToWorker = WriteMessage | { readonly kind: 'stop' };

export type FromWorker =
  | {
      readonly kind: 'done';
      readonly batch: number;
      readonly result: BatchResult;
      /** The buffer of the batch, for another one. */
      readonly calls: ArrayBuffer;
    }
  | { readonly kind: 'error'; readonly error: unknown; readonly isUnavailable: boolean }
  | { readonly kind: 'available' };

interface PendingBatch {
  readonly count: number;
  readonly resolve: (result: BatchResult) => void;
}

/** Buffers that are used again: their number, and the bytes of each. */
const maxSpares = 3;
const maxSpareLength = 4_194_304;
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
  readonly #maskOptions: MaskOptions[] = [];
  /** Number of masks that the worker has. */
  #sentMasks = 0;
  readonly #spares: ArrayBuffer[] = [];
  #batches = 0;

  constructor(database: LogDatabase, events: WriterEvents) {
    this.#database = database;
    this.#events = events;
  }

  /** Packs calls when they are added, unless the worker cannot mask them; these are masked here when the batch is written. */
  open(): Batch {
    const calls = new PackedCalls(this.#spares.pop());
    const others: LogEntry[] = [];
    let added = 0;

    return {
      add: (entry) => {
        added += 1;
        this.#attempt(() => {
          const mask = 'call' in entry && isTransferable(entry.call) ? this.#maskNumber(entry.mask) : null;
          if ('call' in entry && mask !== null) calls.add(entry.call, mask);
          else others.push(entry);
        });
      },
      write: async () => {
        if (this.#restart !== null) await this.#restart;
        if (this.#isStopped) return { written: 0, failed: 0, dropped: added };
        const records = others.flatMap((entry) => this.#attempt(() => clonedRecord(entry)) ?? []);
        const { written, failed, dropped } = await this.#send(calls, records);

        return { written, dropped, failed: failed + added - calls.count - records.length };
      },
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.ref();
    const message: ToWorker = { kind: 'stop' };
    worker.postMessage(message);
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

  #send(calls: PackedCalls, records: readonly MaskedCall[]): Promise<BatchResult> {
    const worker = this.#worker ?? this.#start();
    this.#batches += 1;
    const message: ToWorker = {
      kind: 'write',
      batch: this.#batches,
      newMasks: this.#maskOptions.slice(this.#sentMasks),
      calls: calls.buffer,
      length: calls.length,
      records,
    };
    worker.postMessage(message, [calls.buffer]);
    this.#sentMasks = this.#maskOptions.length;
    const { promise, resolve } = Promise.withResolvers<BatchResult>();
    this.#pending.set(this.#batches, { count: calls.count + records.length, resolve });
    worker.ref();

    return promise;
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'error') this.#events.onError(message.error, message.isUnavailable);
    if (message.kind === 'available') this.#events.onAvailable();
    if (message.kind !== 'done') return;
    const { batch, result, calls } = message;
    const pending = this.#pending.get(batch);
    this.#pending.delete(batch);
    if (calls.byteLength <= maxSpareLength && this.#spares.length < maxSpares) this.#spares.push(calls);
    // An idle worker does not keep the process alive.
    if (this.#pending.size === 0) this.#worker?.unref();
    pending?.resolve(result);
  }

  /** Batches of a failed worker may have been written; they count as dropped. */
  #exited(): void {
    this.#worker = null;
    this.#sentMasks = 0;
    if (!this.#isStopped) {
      this.#restart = wait(restartPause).then(() => {
        this.#restart = null;
      });
    }
    for (const [id, { count, resolve }] of this.#pending) {
      this.#pending.delete(id);
      resolve({ written: 0, failed: 0, dropped: count });
    }
  }

  #maskNumber(mask: Mask): number | null {
    const known = this.#masks.get(mask);
    if (known !== undefined) return known;
    const options = maskOptionsOf(mask);
    if (options === null) return null;
    const number = this.#maskOptions.push(options) - 1;
    this.#masks.set(mask, number);

    return number;
  }

  /** Reports an error of one record. */
  #attempt<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch (error) {
      this.#events.onError(error, false);
      return null;
    }
  }
}

/** @throws if a value of the record cannot be sent to the worker */
function clonedRecord(entry: LogEntry): MaskedCall {
  return structuredClone('call' in entry ? maskCall(entry.call, entry.mask) : maskedCall(entry.record));
}
