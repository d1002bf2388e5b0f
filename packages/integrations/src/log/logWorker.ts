import { parentPort, workerData } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { createMask } from '../mask/createMask.ts';
import type { Mask } from '../mask/Mask.ts';
import { type LogEntry, LogWriter } from './LogWriter.ts';
import { unpackCalls } from './PackedCalls.ts';
import type { FromWorker, ToWorker, WriteMessage } from './WorkerWriter.ts';

/** The thread of `WorkerWriter`: masks and writes batches. */
const { module, options } = workerData as { readonly module: string; readonly options: unknown };
const { default: connect } = (await import(module)) as {
  readonly default: (options: unknown) => Kysely<unknown> | Promise<Kysely<unknown>>;
};
const db = await connect(options);
const masks: Mask[] = [];
const writer = new LogWriter(db, {
  onError: (error, isUnavailable) => reply({ kind: 'error', error: cloneable(error), isUnavailable }),
  onAvailable: () => reply({ kind: 'available' }),
});

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'write') void write(message);
  if (message.kind === 'stop') void stop();
});

async function write(message: WriteMessage): Promise<void> {
  masks.push(...message.newMasks.map(createMask));
  const { batch, calls } = message;
  const result = await writer.write(entries(message));
  reply({ kind: 'done', batch, result, calls }, [calls]);
}

function* entries({ calls, length, records }: WriteMessage): Generator<LogEntry> {
  for (const { call, mask: number } of unpackCalls(calls, length)) {
    const mask = masks[number];
    if (mask === undefined) throw new Error(`The mask ${number} is not known.`);
    yield { call, mask };
  }
  for (const record of records) yield { record };
}

async function stop(): Promise<void> {
  await writer.stop();
  await db.destroy();
  parentPort?.close();
}

function reply(message: FromWorker, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}

/** Errors of drivers may have properties that cannot be cloned. */
function cloneable(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(String(error));
  const { name, message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;

  return { name, message, code };
}
