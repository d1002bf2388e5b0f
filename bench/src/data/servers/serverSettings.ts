/** Settings of every contender's server, the same for all. */
export const serverSettings = {
  databaseUrl: process.env.BENCH_DATABASE_URL ?? '',
  /** Whether the table is partitioned by month: then rows are looked up by `id` and `placed_at`. */
  byMonth: process.env.BENCH_BY_MONTH === 'true',
  poolSize: Number(process.env.BENCH_POOL_SIZE ?? 10),
  /** As the service sets it: PostgreSQL would compile pages of many partitions, which takes longer than to run them. */
  options: '-c jit=off',
};

/** Tells the parent process where the server listens: `http://127.0.0.1:port`. */
export function ready(address: string): void {
  console.log(`listening ${address}`);
  // For the parent process, which asks before and after a measurement.
  process.on('message', () => process.send?.(process.cpuUsage()));
}
