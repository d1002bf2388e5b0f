/** What every contender's server is told, so that all have the same. */
export const serverSettings = {
  databaseUrl: process.env.BENCH_DATABASE_URL ?? '',
  poolSize: Number(process.env.BENCH_POOL_SIZE ?? 10),
};

/** Tells the parent process where the server listens: `http://127.0.0.1:port`. */
export function ready(address: string): void {
  console.log(`listening ${address}`);
}
