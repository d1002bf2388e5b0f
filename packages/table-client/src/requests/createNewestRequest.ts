import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import { TableFailure, type TableProblem } from '../http/TableProblem.ts';
import { type Browser, listen } from '../table/Browser.ts';

/** A request is slow after this time, in ms. */
const slowAfter = 3000;
/** Longest `retryAfter` of a server after which a request is repeated automatically, in ms. */
const longestWait = 30_000;

/** A request with the handlers of its response. */
export interface RequestTask<Body> {
  /** Whether `loading` is true during the request. */
  readonly isLoading: boolean;
  /** Rejects with `TableFailure`. */
  send(signal: AbortSignal): Promise<Body>;
  /** Handles the response, as one change for subscribers. With `again`, `send` is called again immediately. */
  accept(body: Body): 'again' | undefined;
  /** Called after the change, unless `accept` returned `again`. */
  accepted?(body: Body): void;
  /** Handles a failure before it is shown. With `again`, it is not shown and `send` is called again immediately. */
  refuse?(problem: TableProblem): 'again' | undefined;
}

/**
 * One request at a time: a new one aborts the one before, whose response or error is ignored even if the transport does
 * not support abortion. Ends with `lifetime`.
 */
export function createNewestRequest(lifetime: AbortSignal) {
  const { loading, slow, begin, end } = createLoading();
  const problem = signal<TableProblem | null>(null);
  let controller = new AbortController();
  let retryTimer: Timer;
  let newest: Promise<void> = Promise.resolve();

  /** Resolves when the newest request has succeeded or failed. */
  function start<Body>(task: RequestTask<Body>, mayRetry = true): Promise<void> {
    if (lifetime.aborted) {
      return Promise.resolve();
    }

    abort();
    controller = new AbortController();
    newest = run(task, mayRetry, controller.signal);

    return settled();
  }

  function abort(): void {
    controller.abort();
    clearTimeout(retryTimer);
  }

  async function run<Body>(task: RequestTask<Body>, mayRetry: boolean, signal: AbortSignal): Promise<void> {
    let outcome: 'again' | undefined = 'again';

    while (outcome === 'again') {
      begin(task.isLoading);
      const result = await Promise.race([resultOf(task.send(signal)), aborted(signal)]);

      if (signal.aborted || result === 'aborted') {
        return;
      }

      outcome = batch(() => handle(task, result, mayRetry));
      if ('body' in result && outcome !== 'again') task.accepted?.(result.body);
    }
  }

  function handle<Body>(
    task: RequestTask<Body>,
    result: Result<Body>,
    mayRetry: boolean,
  ): 'again' | undefined {
    end();

    if ('error' in result) {
      throw result.error;
    }
    if ('body' in result) {
      problem.value = null;
      return task.accept(result.body);
    }

    const outcome = task.refuse?.(result.problem);
    if (outcome !== 'again') fail(task, result.problem, mayRetry);

    return outcome;
  }

  function fail<Body>(task: RequestTask<Body>, failed: TableProblem, mayRetry: boolean): void {
    const { kind, retryAfter } = failed;
    const isTemporary = kind === 'busy' || kind === 'unavailable';
    const willRetry = mayRetry && isTemporary && retryAfter !== null && retryAfter <= longestWait;

    problem.value = { ...failed, retryAfter: willRetry ? retryAfter : null };

    if (willRetry) {
      retryTimer = setTimeout(() => void start(task, false), retryAfter);
    }
  }

  async function settled(): Promise<void> {
    let awaited: Promise<void>;

    do {
      awaited = newest;
      await awaited;
    } while (awaited !== newest);
  }

  lifetime.addEventListener('abort', () => {
    abort();
    end();
  });

  return { loading, slow, problem, start, settled };
}

interface Reconnection {
  readonly problem: ReadonlySignal<TableProblem | null>;
  readonly browser: Browser | null;
  readonly lifetime: AbortSignal;
}

/** Calls `repeat` when the browser is online again, if the last request failed because it was not. */
export function whenOnline({ problem, browser, lifetime }: Reconnection, repeat: () => Promise<void>): void {
  const onOnline = () => {
    if (problem.value?.kind === 'offline') void repeat();
  };
  listen(browser, 'online', onOnline, lifetime);
}

/** Whether a request is running, and whether it takes longer than `slowAfter`. */
function createLoading() {
  const loading = signal(false);
  const slow = signal(false);
  let timer: Timer;

  return {
    loading,
    slow,
    begin(isLoading: boolean): void {
      batch(() => {
        loading.value = isLoading;
        slow.value = false;
      });
      clearTimeout(timer);
      timer = setTimeout(() => {
        slow.value = true;
      }, slowAfter);
    },
    end(): void {
      batch(() => {
        loading.value = false;
        slow.value = false;
      });
      clearTimeout(timer);
    },
  };
}

type Timer = ReturnType<typeof setTimeout> | undefined;
type Result<Body> =
  | { readonly body: Body }
  | { readonly problem: TableProblem }
  /** A bug in the code, not a failed request. */
  | { readonly error: unknown };

async function resultOf<Body>(sent: Promise<Body>): Promise<Result<Body>> {
  try {
    return { body: await sent };
  } catch (error) {
    return error instanceof TableFailure ? { problem: error.problem } : { error };
  }
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}
