import { type BufferedCallLog, createCallLog } from '@rowhouse/integrations';
import { readSettings } from '../../harness/worker.ts';

export interface Settings {
  readonly kind: string;
  readonly databaseUrl: string;
  /** Where a caller's calls go to. */
  readonly address: string;
  /** Concurrent calls of a caller. */
  readonly connections: number;
  /** Records that wait, at most; null for the log's default. */
  readonly capacity: number | null;
  /** Whether each request reads a page of a table. */
  readonly reads: boolean;
}

/** A request to a process, which responds with its state afterwards. */
export type Request =
  /** Calls without a pause, or `rate` per second, until `end`. */
  { readonly ask: 'begin'; readonly rate: number | null } | { readonly ask: 'state' | 'end' | 'flush' };

type LogState = Pick<BufferedCallLog['state'], 'written' | 'dropped' | 'failed'>;

const noLog: LogState = { written: 0, dropped: 0, failed: 0 };

export interface State {
  /** Made or served since the start. */
  readonly calls: number;
  /** Microseconds of this process since its start. */
  readonly cpu: number;
  /** Microseconds of its main thread. */
  readonly servingCpu: number;
  /** Bytes of the process. */
  readonly rss: number;
  /** Records of the log; zero without one. */
  readonly log: LogState;
}

export const settings = readSettings<Settings>();

/** The log of a contender that logs. */
export function openLog(): BufferedCallLog | null {
  if (settings.kind !== 'logged') return null;

  return createCallLog({
    database: {
      module: new URL('./logDatabase.ts', import.meta.url),
      options: { url: settings.databaseUrl },
    },
    ...(settings.capacity !== null && { capacity: settings.capacity }),
    onError: (error) => console.error(error),
  });
}

export function stateOf(calls: number, log: BufferedCallLog | null): State {
  const all = process.cpuUsage();
  const own = process.threadCpuUsage();

  return {
    calls,
    cpu: all.user + all.system,
    servingCpu: own.user + own.system,
    rss: process.memoryUsage.rss(),
    log: log?.state ?? noLog,
  };
}
