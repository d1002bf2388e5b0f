import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkContender } from './contenders.ts';
import type { WorkerFigures, WorkerSettings } from './workers/workerSettings.ts';

/** One measurement in a process of its own, so that its memory is its own. */
export function runWorker({ name, worker }: WorkContender, settings: WorkerSettings): Promise<WorkerFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(
      fileURLToPath(new URL(`./workers/${worker}.ts`, import.meta.url)),
      [JSON.stringify(settings)],
      { execArgv: ['--conditions=@rowhouse/source'] },
    );
    let figures: WorkerFigures | null = null;
    child.on('message', (message) => {
      figures = message as WorkerFigures;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (figures !== null && code === 0) resolve(figures);
      else reject(new Error(`${name} ended with status ${code} before it was done.`));
    });
  });
}
