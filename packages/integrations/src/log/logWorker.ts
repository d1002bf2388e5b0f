import { parentPort, workerData } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { createMask } from '../mask/createMask.ts';
import type { Mask } from '../mask/Mask.ts';
import { type LogEntry, LogWriter } from './LogWriter.ts';
import type { FromWorker, PackedEntry, ToWorker } from './WorkerWriter.ts';

/** The thread of `WorkerWriter`: masks and writes batches. */
const { module, options } = workerData as { readonly module: string; readonly options: unknown };
const { default: connect } = (await import(module)) as {
  readonly default: (options: unknown) => Kysely<unknown> | Promise<Kysely<unknown>>;
};
const db = await connect(options);
const masks = new Map<number, Mask>();
const writer = new LogWriter(db, {
  onError: (error, isUnavailable) => reply({ kind: 'error', error: cloneable(error), isUnavailable }),
  onAvailable: () => reply({ kind: 'available' }),
});

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'mask') masks.set(message.mask, createMask(message.options));
  if (message.kind === 'write') void write(message.batch, message.entries);
  if (message.kind === 'stop') void stop();
});

async function write(batch: number, entries: readonly PackedEntry[]): Promise<void> {
  const result = await writer.write(entries.map(unpacked));
  reply({ kind: 'done', batch, result });
}

async function stop(): Promise<void> {
  await writer.stop();
  await db.destroy();
  parentPort?.close();
}

function unpacked(entry: PackedEntry): LogEntry {
  if ('record' in entry) return entry;
  const mask = masks.get(entry.mask);
  if (mask === undefined) throw new Error(`The mask ${entry.mask} is not known.`);

  return { call: entry.call, mask };
}

function reply(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/** Errors of drivers may have properties that cannot be cloned. */
function cloneable(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(String(error));
  const { name, message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;

  return { name, message, code };
}
