import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import { onScopeDispose, type Ref, shallowRef } from 'vue';
import { malformedFailure } from '../http/problems.ts';
import type { SendRequest } from '../http/sendRequest.ts';
import type { RequestPurpose, TableProblem } from '../http/TableProblem.ts';
import type { TableRow, Translate } from '../TableController.ts';
import { readData } from './answers/readData.ts';
import { readInit } from './answers/readInit.ts';
import { ShapeFault } from './answers/shape.ts';
import type { Browser } from './Browser.ts';
import { knownCounts } from './knownCounts.ts';
import { dataPayload, type HostWishes, resultKey } from './payload.ts';
import { pageStart, type TableState } from './TableState.ts';
import { type RequestTask, useNewestRequest } from './useNewestRequest.ts';
import type { useTableState } from './useTableState.ts';

export interface TableRequestsOptions {
  /** Path of the init route. */
  readonly path: string;
  readonly send: SendRequest;
  readonly init: Ref<InitResponse | null>;
  readonly memory: ReturnType<typeof useTableState>;
  readonly browser: Browser | null;
  readonly translate: Translate;
  host(): HostWishes;
  /** Init has been answered, and the state is in force. */
  onReady(): void;
  /** An answer is shown, in place of the one before. */
  onFetched(answer: ShownAnswer, before: ShownAnswer | null): void;
}

/** An answer of the data route, and the state that it was asked for with. */
export interface ShownAnswer {
  readonly body: DataResponse<TableRow>;
  readonly state: TableState;
  /** Equal for the pages of the same result. */
  readonly result: string;
}

/** Reads init, then pages: when they are asked for, and again where that helps. */
export function useTableRequests(options: TableRequestsOptions) {
  const { path, send, init, memory, browser, translate, host, onReady, onFetched } = options;
  const shown = shallowRef<ShownAnswer | null>(null);
  const newest = useNewestRequest();
  const counts = knownCounts();
  /** Whether init is to be read before anything else, and whether the state before is to be found again. */
  let wanted: { readonly restore: boolean } | null = { restore: true };
  let isForced = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isQueued = false;
  let isStopped = false;

  async function boot(restore: boolean): Promise<void> {
    wanted = { restore };
    unschedule();
    counts.forget();
    const { params } = host();

    await newest.start<InitResponse>({
      isLoading: init.value !== null,
      send: async (signal) =>
        checked('init', readInit, await send({ method: 'GET', path, payload: { params }, signal }, 'init')),
      accept: (answer) => {
        init.value = answer;
        wanted = null;
        memory.enter(restore);
        onReady();
        void read();
      },
    });
    await newest.settled();
  }

  /** Asks for the page as the state has it, at once. Resolves when it is there or has failed. */
  function read(): Promise<void> {
    unschedule();
    memory.keep();

    return newest.start(dataTask());
  }

  function dataTask(): RequestTask<ShownAnswer> {
    let isCorrected = false;

    return {
      isLoading: true,
      send: async (signal) => {
        const state = memory.state.value;
        const wishes = host();
        const { readPath, method } = init.value?.template ?? { readPath: '', method: 'GET' };
        const payload = dataPayload(state, wishes, isForced);
        const answer = await send({ method, path: readPath, payload, signal }, 'data');

        return {
          body: counts.complete(checked('data', readData, answer), state, wishes),
          state,
          result: resultKey(state, wishes),
        };
      },
      accept: (answer) => {
        memory.trust();

        if (isBeyondEnd(answer, memory.state.value)) {
          memory.change({ start: isCorrected ? 0 : lastPageStart(answer) });
          memory.keep();
          isCorrected = true;

          return 'again';
        }

        isForced = false;
        const before = shown.value;
        shown.value = answer;
        onFetched(answer, before);

        return undefined;
      },
      refuse: ({ kind }) => {
        if (kind === 'refused' && memory.dropUntried()) {
          return 'again';
        }

        isForced = false;

        return undefined;
      },
    };
  }

  function checked<Answer>(
    purpose: RequestPurpose,
    reader: (answer: unknown) => Answer,
    answer: unknown,
  ): Answer {
    try {
      return reader(answer);
    } catch (error) {
      if (!(error instanceof ShapeFault)) throw error;
      throw malformedFailure(purpose, translate, {
        status: 200,
        path: error.path,
        fault: translate(error.message),
      });
    }
  }

  /** Asks after `wait` ms without another wish, or with none at the end of the current turn; once for several wishes. */
  function ask(wait = 0): void {
    if (wanted || isQueued || isStopped) {
      return;
    }

    clearTimeout(timer);

    if (wait > 0) {
      timer = setTimeout(() => void read(), wait);
    } else {
      isQueued = true;
      queueMicrotask(() => {
        if (isQueued) void read();
      });
    }
  }

  function unschedule(): void {
    clearTimeout(timer);
    isQueued = false;
  }

  async function reload(): Promise<void> {
    if (isStopped) {
      return;
    }

    counts.forget();

    await (wanted ? boot(wanted.restore) : read());
  }

  function onOnline(): void {
    if (newest.problem.value?.kind === 'offline') void reload();
  }

  browser?.addEventListener('online', onOnline);
  onScopeDispose(() => {
    isStopped = true;
    unschedule();
    browser?.removeEventListener('online', onOnline);
  });

  return {
    loading: newest.loading,
    slow: newest.slow,
    problem: newest.problem as Readonly<Ref<TableProblem | null>>,
    shown,
    boot,
    ask,
    reload,
    forceInfo: () => {
      isForced = true;

      return reload();
    },
  };
}

/** The page that the user is on has no rows. What he has left meanwhile is not corrected. */
function isBeyondEnd({ body, state: { start, length } }: ShownAnswer, now: TableState): boolean {
  return body.data.length === 0 && start > 0 && start === now.start && length === now.length;
}

/** The first row where the number of pages is not known, or where the last page is no help. */
function lastPageStart({ body, state: { start, length } }: ShownAnswer): number {
  const last = pageStart(((body.pagination.pages ?? 0) - 1) * length, length);

  return last < start ? last : 0;
}
