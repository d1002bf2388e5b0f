import { readSettings, serveParent } from '../../harness/worker.ts';

/** Settings of every contender's server. */
interface ServerSettings {
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** Whether the table is partitioned by month: then rows are looked up by `id` and `placed_at`. */
  readonly byMonth: boolean;
  readonly prepared: boolean;
}

export const settings = readSettings<ServerSettings>();

/** As the service sets it: PostgreSQL would compile pages of many partitions, which takes longer than to run them. */
export const poolConfig = {
  connectionString: settings.databaseUrl,
  max: settings.poolSize,
  options: '-c jit=off',
};

/** Reports the address, and at each request the processor time used since the start. */
export function ready(address: string): void {
  serveParent(address, () => process.cpuUsage());
}
