import { readSettings, serveParent } from '../../harness/worker.ts';

/** Settings of every contender's server. */
export interface ServerSettings {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly keeps: boolean;
  readonly prepared: boolean;
}

export const settings = readSettings<ServerSettings>();

/** Reports the address, and at each request the processor time used since the start. */
export function ready(address: string): void {
  serveParent(address, () => process.cpuUsage());
}
