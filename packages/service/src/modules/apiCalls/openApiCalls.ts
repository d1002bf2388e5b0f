import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type BufferedCallLog,
  type CallRecord,
  type Client,
  createCallLog,
  createClient,
  createFailureReports,
  createMask,
  type Mask,
  printCall,
} from '@rowhouse/integrations';
import type { FailureReports } from '@rowhouse/integrations/internal';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import type { Config } from '../../kernel/config/Config.ts';
import { connect } from '../../kernel/database/Database.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { failureLine, sendApiCallError } from './failureNotices.ts';
import { failureWindows } from './failureWindows.ts';

export interface ApiCallsOptions {
  /** Connection address of the service's database. */
  readonly url: string;
  readonly config: Pick<Config, 'apiCalls' | 'tables'>;
  readonly jobs: Jobs;
  readonly logger: Pick<ServiceLogger, 'info' | 'warn' | 'error'>;
  /** Output of API_DEBUG. Defaults to stderr. */
  readonly print?: (text: string) => void;
}

/** Makes calls, and logs outbound and inbound ones. */
export interface OpenApiCalls {
  /** For `Action`. */
  readonly client: Client;
  readonly log: BufferedCallLog;
  readonly failures: FailureReports;
  readonly mask: Mask;
  /** Statuses of inbound calls that are not failures. */
  readonly successStatuses: readonly number[];
  /** Prints calls while API_DEBUG is on; null otherwise. */
  readonly debug: ((record: CallRecord) => void) | null;
  /**
   * Reports the failures of open windows, and writes the buffered log, each for at most `time` milliseconds (5,000 by
   * default). Call it after the last call has ended, and before the jobs are closed.
   */
  close(time?: number): Promise<void>;
}

/** The module that connects the thread of the log, in the sources or in the built package. */
const logDatabase = new URL(`./logDatabase${extname(import.meta.url)}`, import.meta.url);
const lastPause = 1_000;

/**
 * Opens the log of calls, and the reports of failures to administrators. A thread with its own connection masks and writes
 * the log, and the windows of failures have another connection: a slow or locked log takes none from requests. The database
 * may be unavailable at any time.
 */
export function openApiCalls({ url, config, jobs, logger, print = toStderr }: ApiCallsOptions): OpenApiCalls {
  const { secretNames, successStatuses, failureWindow, debug: isDebugging } = config.apiCalls;
  const warn = (text: string) => logger.warn(text);
  const connection = connect({
    url,
    poolSize: 1,
    onIdleError: (error) => warn(`An idle connection of the failures of API calls ended: ${error.message}`),
  });
  const mask = createMask({ keys: secretNames });
  const describe = (error: unknown) =>
    mask.text(error instanceof Error ? error.message : String(error)).slice(0, 300);
  const drops = throttledWarnings(warn);
  const unavailable = throttledWarnings(warn);
  const refusals = throttledWarnings(warn);
  const uncounted = throttledWarnings(warn);

  const callLog = createCallLog({
    database: { module: logDatabase, options: { url } },
    onDropped: (count) =>
      drops.warn((sum) => `${sum} API calls were not logged: the buffer of the log is full.`, count),
    onError: (error) => {
      if (callLog.state.isUnavailable) {
        unavailable.warn(
          (sum) =>
            `The log of API calls cannot be written, and will be retried: ${describe(error)}${times(sum)}`,
        );
      } else {
        refusals.warn((sum) => `The database refused ${sum} API calls of the log: ${describe(error)}`);
      }
    },
  });
  const failures = createFailureReports({
    window: failureWindow * 1_000,
    store: failureWindows(connection.db),
    notify: async (group) => {
      try {
        await sendApiCallError(jobs, config, group);
      } catch (error) {
        warn(`${failureLine(group)} No administrator could be notified: ${describe(error)}`);
      }
    },
    onError: (error) =>
      uncounted.warn(
        (sum) => `Failures of API calls are counted by this process alone: ${describe(error)}${times(sum)}`,
      ),
  });
  const debug = isDebugging ? (record: CallRecord) => printCall(record, print) : null;
  const client = createClient({ log: callLog, failures, mask, debug });

  return {
    client,
    log: callLog,
    failures,
    mask,
    successStatuses,
    debug,
    close: async (time) => {
      await failures.close(time);
      await callLog.close(time);
      for (const warnings of [drops, unavailable, refusals, uncounted]) warnings.close();
      await client.close();
      // A blocked statement must not keep the process running.
      await Promise.race([connection.close(), wait(lastPause, null, { ref: false })]);
    },
  };
}

function times(sum: number): string {
  return sum === 1 ? '' : ` (${sum} times)`;
}

function toStderr(text: string): void {
  process.stderr.write(text);
}

/** Limits a repeated warning to one line per interval, with the number of occurrences. */
interface ThrottledWarnings {
  /** Adds `count` occurrences; `text` gets their sum since the last line. */
  warn(text: (sum: number) => string, count?: number): void;
  /** Writes the occurrences since the last line. */
  close(): void;
}

/** Writes at most one line in `every` milliseconds, 10,000 by default. */
export function throttledWarnings(write: (text: string) => void, every = 10_000): ThrottledWarnings {
  let timer: NodeJS.Timeout | null = null;
  let waiting: { text: (sum: number) => string; sum: number } | null = null;

  return {
    warn: (text, count = 1) => {
      waiting = { text, sum: (waiting?.sum ?? 0) + count };
      if (timer === null) next();
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
      flush();
    },
  };

  function next(): void {
    timer = flush() ? setTimeout(next, every).unref() : null;
  }

  function flush(): boolean {
    if (waiting === null) return false;
    const { text, sum } = waiting;
    waiting = null;
    write(text(sum));

    return true;
  }
}
