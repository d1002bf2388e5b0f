import { type Child, startChild } from '../harness/child.ts';
import type { LogDatabase } from './database.ts';
import type { Settings, State } from './processes/process.ts';

export interface Processes {
  start(file: 'caller' | 'server', settings: Partial<Settings>): Promise<Child>;
  /** Has the log of a process write what waits, and compares its rows with the database. Returns the last state. */
  checkLog(process: Child): Promise<State>;
}

export function openProcesses(database: LogDatabase, connections: number): Processes {
  const defaults: Settings = {
    kind: '',
    address: '',
    databaseUrl: database.url,
    connections,
    capacity: null,
    reads: false,
  };

  return {
    start(file, own) {
      const settings = { ...defaults, ...own };
      const program = new URL(`./processes/${file}.ts`, import.meta.url);

      return startChild(`${file} (${settings.kind})`, program, settings);
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
  };
}
