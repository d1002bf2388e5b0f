import { type Child, startChild } from '../harness/child.ts';
import type { LogDatabase } from './database.ts';
import type { Settings, State } from './processes/process.ts';

export interface Processes {
  start(file: 'caller' | 'server', settings: Partial<Settings>): Promise<Child>;
  /** Has the log of a process write what waits, and compares its rows with the database. Returns the last state. */
  checkLog(process: Child): Promise<State>;
  stop(): Promise<void>;
}

export function openProcesses(database: LogDatabase, connections: number): Processes {
  const running = new Set<Child>();
  const defaults: Settings = {
    kind: '',
    address: '',
    databaseUrl: database.url,
    connections,
    capacity: null,
    reads: false,
  };

  return {
    async start(file, own) {
      const settings = { ...defaults, ...own };
      const program = new URL(`./processes/${file}.ts`, import.meta.url);
      const child = await startChild(`${file} (${settings.kind})`, program, settings);
      running.add(child);

      return child;
    },
    async checkLog(process) {
      await process.ask({ ask: 'flush' });
      const state = await process.ask<State>({ ask: 'state' });
      const { written, failed } = state.log;
      const rows = await database.take();
      if (rows !== written || failed > 0)
        throw new Error(`${written} records written, ${failed} refused, ${rows} rows.`);

      return state;
    },
    async stop() {
      for (const child of running) await child.stop();
    },
  };
}
