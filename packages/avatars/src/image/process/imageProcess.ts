import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EnglishText, Text } from '@rowhouse/problems';
import type { NormalizeOptions } from '../normalizeImage.ts';

/** The first argument of imageProgram, as JSON. */
export interface ImageSettings extends NormalizeOptions {
  readonly process: ProcessLimits;
}

/** What imageProgram prints with the exit status `refused`, as JSON. */
export interface Refusal {
  readonly text: EnglishText | Text;
  readonly cause: string | null;
}

/** Exit status of imageProgram when the upload is not acceptable. */
export const refused = 3;

export interface ProcessLimits {
  /** Processor time of all threads. */
  readonly seconds: number;
  /** Resident memory of the process. */
  readonly megabytes: number;
}

/**
 * Kills this process when it exceeds the limits, after the promise has resolved. A worker thread checks them, since
 * parsers and renderers block the event loop.
 */
export async function limitProcess(limits: ProcessLimits): Promise<void> {
  const thread = new URL(`./watchProcess${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(thread, { workerData: limits, execArgv: [] });
  await once(worker, 'message');
  worker.unref();
}
