import { say, Turns } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import { cancellable, type QueryRunner } from '../query/cancellable.ts';
import type { TableLimits } from '../template/TableConfig.ts';
import type { TableRuntime } from './TableRuntime.ts';

/** Runs the queries of one data request within the limits of its table, until their results are no longer needed. */
export interface Reads {
  readonly page: QueryRunner;
  readonly count: QueryRunner;
  /** Shares the work of a key with concurrent requests that need the same. */
  share<T>(key: string, work: (count: QueryRunner) => Promise<T>): Promise<T>;
  /** Runs all queries of `work` in one snapshot, by one connection. */
  inSnapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
}

export interface ReadsOptions {
  readonly limits: Pick<TableLimits, 'pageSeconds' | 'countSeconds'>;
  /** Shared by all requests of the table. */
  readonly turns: Turns;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

export function limitedReads(runtime: TableRuntime, options: ReadsOptions): Reads {
  const { limits, signal } = options;
  const { pageSeconds, countSeconds } = limits;
  const runner =
    (seconds: number, name: LimitName, closed: AbortSignal): QueryRunner =>
    (query) =>
      within({ seconds, name, closed }, (bound) =>
        options.turns.run(null, () => runBound(runtime, runtime.db, bound)(query), bound.signal),
      );

  return {
    page: runner(pageSeconds, 'pageSeconds', signal),
    count: runner(countSeconds, 'countSeconds', signal),
    share: (key, work) =>
      runtime.share(key, (stop) => work(runner(countSeconds, 'countSeconds', stop)), signal),
    inSnapshot: (work) => {
      // In a snapshot the counts are read first, so the page may use the time limits of both.
      const seconds = pageSeconds && countSeconds && pageSeconds + countSeconds;

      return within({ seconds, name: 'pageSeconds + limits.countSeconds', closed: signal }, (bound) =>
        options.turns.run(
          null,
          () =>
            runtime.db.connection().execute(
              (connection) =>
                connection
                  .transaction()
                  .setIsolationLevel('repeatable read')
                  .execute((transaction) => work(readsWithin(runtime, transaction, bound))),
              { signal: bound.signal },
            ),
          bound.signal,
        ),
      );
    },
  };
}

function readsWithin(runtime: TableRuntime, transaction: Kysely<AnyDatabase>, bound: Bound): Reads {
  const run = runBound(runtime, transaction, bound);
  const reads: Reads = {
    page: run,
    count: run,
    share: (_key, work) => work(run),
    inSnapshot: (work) => work(reads),
  };

  return reads;
}

type LimitName = 'pageSeconds' | 'countSeconds' | 'pageSeconds + limits.countSeconds';

interface Limit {
  /** 0: no limit. */
  readonly seconds: number;
  readonly name: LimitName;
  readonly closed: AbortSignal;
}

interface Bound {
  readonly signal: AbortSignal;
  /** False while the query waits for its turn or for a connection. */
  isRunning: boolean;
}

async function within<T>(limit: Limit, work: (bound: Bound) => Promise<T>): Promise<T> {
  const { closed, seconds } = limit;
  const stop = new AbortController();
  const bound: Bound = { signal: stop.signal, isRunning: false };
  const onClosed = () => stop.abort(closed.reason);
  const onTime = () => stop.abort(bound.isRunning ? tookTooLong(limit) : waitedTooLong(limit));
  closed.throwIfAborted();
  closed.addEventListener('abort', onClosed, { once: true });
  const timer = seconds === 0 ? null : setTimeout(onTime, seconds * 1000);

  try {
    return await work(bound);
  } finally {
    if (timer !== null) clearTimeout(timer);
    closed.removeEventListener('abort', onClosed);
  }
}

function runBound(runtime: TableRuntime, db: Kysely<AnyDatabase>, bound: Bound): QueryRunner {
  return cancellable(runtime.db, db, {
    signal: bound.signal,
    onStart: () => {
      bound.isRunning = true;
    },
    onError: runtime.onBackgroundError,
  });
}

function tookTooLong({ name, seconds }: Limit): TableError {
  return new TableError(
    'tables.query_timeout',
    say`The query took longer than ${seconds} seconds (limits.${name}) and was cancelled. Narrow the search or the filters and try again. If requests without either fail too, ask the operator for an index or a higher limit.`,
  );
}

function waitedTooLong({ name, seconds }: Limit): TableError {
  return new TableError(
    'tables.busy',
    say`The query did not start within ${seconds} seconds (limits.${name}) because the database is busy. Try again in a moment.`,
  );
}

/** Limits the number of concurrent queries of a table; others wait in order. Without a limit when `queries` is 0. */
export function queryTurns(queries: number): Turns {
  const atOnce = queries === 0 ? Number.POSITIVE_INFINITY : queries;

  return new Turns({ atOnce, eachAtOnce: atOnce });
}
