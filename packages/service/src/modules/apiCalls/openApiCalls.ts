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
  type FailureReports,
  type Mask,
  printCall,
} from '@rowhouse/integrations';
import type { Config } from '../../kernel/config/Config.ts';
import { connect } from '../../kernel/database/connect.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { sendApiCallError } from './apiCallErrorJob.ts';
import { failureLine } from './failureText.ts';
import { failureWindows } from './failureWindows.ts';
import { quietWarnings } from './quietWarnings.ts';

export interface ApiCallsParts {
  /** Connection address of the service's database. */
  readonly url: string;
  readonly config: Pick<Config, 'apiCalls' | 'tables'>;
  readonly jobs: Jobs;
  readonly log: (level: 'info' | 'warn' | 'error', text: string) => void;
  /** Where API_DEBUG prints to; stderr by default. */
  readonly print?: (text: string) => void;
}

/** What a process makes calls with, and logs those that it serves. */
export interface OpenApiCalls {
  /** For `Action`. */
  readonly client: Client;
  readonly log: BufferedCallLog;
  readonly failures: FailureReports;
  readonly mask: Mask;
  /** Statuses of served calls that are no failures. */
  readonly successStatuses: readonly number[];
  /** Prints calls while API_DEBUG is on; null otherwise. */
  readonly debug: ((record: CallRecord) => void) | null;
  /**
   * Tells the failures that are still being counted, and writes what waits for the log: each for `time` milliseconds at
   * most, 5,000 by default. After the calls have ended, and before the jobs do.
   */
  close(time?: number): Promise<void>;
}

/** What the thread of the log connects by: of the sources, or of the built package. */
const logDatabase = new URL(`./logDatabase${extname(import.meta.url)}`, import.meta.url);
const lastPause = 1_000;

/**
 * Opens the log of calls, and the reports of failures to administrators. The log is masked and written by a thread with its
 * own connection, and the windows of failures have another: a log that is slow, or whose table is locked, takes none from
 * requests. The database may be unavailable at any time.
 */
export function openApiCalls({ url, config, jobs, log, print = toStderr }: ApiCallsParts): OpenApiCalls {
  const { secretNames, successStatuses, failureWindow, debug: isDebugging } = config.apiCalls;
  const warn = (text: string) => log('warn', text);
  const connection = connect({
    url,
    poolSize: 1,
    onIdleError: (error) => warn(`An idle connection of the failures of API calls ended: ${error.message}`),
  });
  const mask = createMask({ keys: secretNames });
  const said = (error: unknown) =>
    mask.text(error instanceof Error ? error.message : String(error)).slice(0, 300);
  const drops = quietWarnings(warn);
  const away = quietWarnings(warn);
  const refusals = quietWarnings(warn);
  const untold = quietWarnings(warn);

  const callLog = createCallLog({
    database: { module: logDatabase, options: { url } },
    onDropped: (count) =>
      drops.warn((sum) => `${sum} API calls were not logged: the log is behind, and its buffer full.`, count),
    onError: (error) => {
      if (callLog.state.isUnavailable) {
        away.warn(
          (sum) => `The log of API calls cannot be written now, and waits: ${said(error)}${times(sum)}`,
        );
      } else {
        refusals.warn((sum) => `The database refused ${sum} of the API calls to be logged: ${said(error)}`);
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
        warn(`${failureLine(group)} No administrator could be told: ${said(error)}`);
      }
    },
    onError: (error) =>
      untold.warn(
        (sum) => `Failures of API calls are counted by this process alone: ${said(error)}${times(sum)}`,
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
      for (const warnings of [drops, away, refusals, untold]) warnings.close();
      await client.close();
      // A statement that somebody keeps waiting does not keep the process.
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
