import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LaunchOptions } from './launchServer.ts';
import { launchServer } from './launchServer.ts';
import { removeStalePidFile, stopPostmaster } from './postmaster.ts';

export interface SupervisedServer {
  pid(): number | null;
  state(): 'running' | 'restarting' | 'stopped';
  stop(): Promise<void>;
}

export type DatabaseLog = (level: 'info' | 'error', message: string) => void;

/** Keeps a launched server alive: one that ends without having been told to is started again on the same port. */
export function superviseServer(
  first: ChildProcess,
  options: LaunchOptions,
  log: DatabaseLog,
): SupervisedServer {
  let child: ChildProcess | null = first;
  let state: 'running' | 'restarting' | 'stopped' = 'running';
  let restarting: Promise<void> = Promise.resolve();

  const watch = (server: ChildProcess) => {
    const ended = () => {
      if (state === 'stopped') return;
      state = 'restarting';
      child = null;
      log(
        'error',
        `The embedded database stopped (${server.signalCode ?? server.exitCode}) and is being restarted.`,
      );
      restarting = restart();
    };
    // It may have ended while it was being waited for.
    if (server.exitCode !== null || server.signalCode !== null) ended();
    else server.once('exit', ended);
  };

  const restart = async () => {
    for (let pause = 100; state === 'restarting'; pause = Math.min(pause * 2, 5_000)) {
      await sleep(pause);
      if (state !== 'restarting') return;
      try {
        await removeStalePidFile(options.clusterFolder);
        const started = await launchServer(options);
        // Told to stop in the meantime.
        if (state !== 'restarting') {
          if (started.pid !== undefined) await stopPostmaster(started.pid);
          return;
        }
        child = started;
        state = 'running';
        log('info', 'The embedded database is running again.');
        watch(started);
        return;
      } catch (error) {
        log('error', `The embedded database could not be restarted: ${(error as Error).message}`);
      }
    }
  };

  // The last resort of a process that ends without stopping: a signal can be sent from an exit handler.
  const endWithProcess = () => {
    child?.kill('SIGINT');
  };
  process.once('exit', endWithProcess);
  watch(first);

  return {
    pid: () => child?.pid ?? null,
    state: () => state,
    stop: async () => {
      if (state === 'stopped') return;
      state = 'stopped';
      process.off('exit', endWithProcess);
      await restarting;
      if (child?.pid !== undefined) await stopPostmaster(child.pid);
    },
  };
}
