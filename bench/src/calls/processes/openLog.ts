import { type BufferedCallLog, createCallLog } from '@rowhouse/integrations';
import { type State, settings } from './protocol.ts';

export function openLog(): BufferedCallLog {
  const { capacity, databaseUrl } = settings;

  return createCallLog({
    database: { module: new URL('./logDatabase.ts', import.meta.url), options: { url: databaseUrl } },
    ...(capacity !== null && { capacity }),
    onError: (error) => console.error(error),
  });
}

export function stateOf(calls: number, log: BufferedCallLog | null): State {
  const all = process.cpuUsage();
  const own = process.threadCpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { waiting, written, dropped, failed } = log?.state ?? {
    waiting: 0,
    written: 0,
    dropped: 0,
    failed: 0,
  };

  return {
    calls,
    cpu: all.user + all.system,
    servingCpu: own.user + own.system,
    rss,
    heapUsed,
    waiting,
    written,
    dropped,
    failed,
  };
}
