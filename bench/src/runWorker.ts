import { fork } from 'node:child_process';

/**
 * Runs a program once, in a separate process with its own memory. Returns what it reports; rejects when it ends
 * without, or with another status than 0. `settings` are its first argument, as JSON.
 */
export function runWorker<Figures>(name: string, program: URL, settings: object): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [JSON.stringify(settings)], { execArgv: ['--conditions=@rowhouse/source'] });
    let figures: Figures | null = null;
    child.on('message', (message) => {
      figures = message as Figures;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (figures !== null && code === 0) resolve(figures);
      else reject(new Error(`${name} ended with status ${code} before it was done.`));
    });
  });
}
