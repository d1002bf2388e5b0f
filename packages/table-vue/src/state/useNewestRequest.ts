import { onScopeDispose, readonly, ref, shallowRef } from 'vue';
import { TableFailure, type TableProblem } from '../http/TableProblem.ts';

/** After so long a person wonders whether anything happens, in ms. */
const slowAfter = 3000;
/** A server's wish for a later time is waited for up to this, in ms. */
const longestWait = 30_000;

/** A request and what becomes of it. */
export interface RequestTask<Answer> {
  /** Whether `loading` tells of it. */
  readonly isLoading: boolean;
  /** Rejects with `TableFailure`. */
  send(signal: AbortSignal): Promise<Answer>;
  /** Takes the answer. `again`: it asks for something else at once, and `send` knows what. */
  accept(answer: Answer): 'again' | undefined;
  /** Is told of a failure before the user is. `again`: it is not to be shown, another request may do better. */
  refuse?(problem: TableProblem): 'again' | undefined;
}

/**
 * One request at a time, the newest: a new one aborts the one before, whose answer or error is ignored even where the
 * transport does not care about being aborted.
 */
export function useNewestRequest() {
  const loading = ref(false);
  const slow = ref(false);
  const problem = shallowRef<TableProblem | null>(null);
  let controller = new AbortController();
  let slowTimer: Timer;
  let retryTimer: Timer;
  let newest: Promise<void> = Promise.resolve();
  let isStopped = false;

  /** Resolves when the newest request has been answered or has failed. */
  function start<Answer>(task: RequestTask<Answer>, mayRetry = true): Promise<void> {
    if (isStopped) {
      return Promise.resolve();
    }

    cancel();
    controller = new AbortController();
    newest = run(task, mayRetry, controller.signal);

    return settled();
  }

  function cancel(): void {
    controller.abort();
    clearTimeout(retryTimer);
    end();
  }

  async function run<Answer>(
    task: RequestTask<Answer>,
    mayRetry: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    let outcome: 'again' | undefined = 'again';

    while (outcome === 'again') {
      begin(task.isLoading);
      const result = await Promise.race([outcomeOf(task.send(signal)), aborted(signal)]);

      if (signal.aborted || result === 'aborted') {
        return;
      }

      end();

      if ('error' in result) {
        throw result.error;
      }
      if ('answer' in result) {
        problem.value = null;
        outcome = task.accept(result.answer);
      } else {
        outcome = task.refuse?.(result.problem);
        if (outcome !== 'again') fail(task, result.problem, mayRetry);
      }
    }
  }

  function fail<Answer>(task: RequestTask<Answer>, failed: TableProblem, mayRetry: boolean): void {
    const { kind, retryAfter } = failed;
    const isPassing = kind === 'busy' || kind === 'unavailable';
    const willRetry = mayRetry && isPassing && retryAfter !== null && retryAfter <= longestWait;

    problem.value = { ...failed, retryAfter: willRetry ? retryAfter : null };

    if (willRetry) {
      retryTimer = setTimeout(() => void start(task, false), retryAfter);
    }
  }

  function begin(isLoading: boolean): void {
    loading.value = isLoading;
    slow.value = false;
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => {
      slow.value = true;
    }, slowAfter);
  }

  function end(): void {
    loading.value = false;
    slow.value = false;
    clearTimeout(slowTimer);
  }

  async function settled(): Promise<void> {
    let awaited: Promise<void>;

    do {
      awaited = newest;
      await awaited;
    } while (awaited !== newest);
  }

  onScopeDispose(() => {
    isStopped = true;
    cancel();
  });

  return { loading: readonly(loading), slow: readonly(slow), problem, start, settled };
}

type Timer = ReturnType<typeof setTimeout> | undefined;
type Result<Answer> =
  | { readonly answer: Answer }
  | { readonly problem: TableProblem }
  /** No failure of the request, but a fault of the code around it. */
  | { readonly error: unknown };

async function outcomeOf<Answer>(sent: Promise<Answer>): Promise<Result<Answer>> {
  try {
    return { answer: await sent };
  } catch (error) {
    return error instanceof TableFailure ? { problem: error.problem } : { error };
  }
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}
