import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface ProcessLimits {
  /** Of processor time, all threads together. */
  readonly seconds: number;
  /** Of memory, the whole process. */
  readonly megabytes: number;
}

/**
 * From when it resolves, this process is killed as soon as it exceeds the limits. A thread of its own checks them, since
 * neither a parser nor a renderer returns to the event loop before it is done.
 */
export async function limitProcess(limits: ProcessLimits): Promise<void> {
  const thread = new URL(`./watchProcess${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(thread, { workerData: limits, execArgv: [] });
  await once(worker, 'message');
  worker.unref();
}
