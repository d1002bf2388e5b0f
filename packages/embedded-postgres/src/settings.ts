import { totalmem } from 'node:os';

/** Settings written into the cluster's postgresql.conf when it is created; an operator may change them there. */
export function clusterSettings(): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 1024 / 1024);
  return {
    shared_buffers: `${clamp(Math.floor(megabytes / 16), 32, 512)}MB`,
    effective_cache_size: `${clamp(Math.floor(megabytes / 2), 256, 16_384)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${clamp(Math.floor(megabytes / 16), 64, 512)}MB`,
    max_connections: '60',
    // One server without replicas: bulk loads into new tables need not be logged row by row.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    // Short queries over solid-state disks.
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
}

/** For databases that live as long as a test run: nothing has to survive a crash. */
export const ephemeralSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '5s',
  max_connections: '200',
};

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
