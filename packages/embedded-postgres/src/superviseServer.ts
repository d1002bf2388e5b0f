import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LaunchOptions } from './launchServer.ts';
import { launchServer } from './launchServer.ts';
import { removeStalePidFile, stopPostmaster } from './postmaster.ts';

interface SupervisedServer {
  pid(): number | null;
  state(): 'running' | 'restarting' | 'stopped';
  stop(): Promise<void>;
}

export type DatabaseLog = (level: 'info' | 'error', message: string) => void;

/** Restarts a launched server on the same port whenever it ends before `stop`. */
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
    // It may have ended before the listener was added.
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
        // `stop` was called in the meantime.
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

  // If the process exits without `stop`, an exit handler can still send a signal.
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
