import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { TableProblem } from '../http/TableProblem.ts';
import { readInit } from '../responses/readInit.ts';
import { readResponse } from '../responses/shape.ts';
import type { Browser } from '../table/Browser.ts';
import type { StateStore } from '../table/StateStore.ts';
import { createNewestRequest, whenOnline } from './createNewestRequest.ts';
import { type PageReaderContext, pageReader, type ShownResponse } from './pageReader.ts';
import { pageTask } from './pageTask.ts';
import { initPayload } from './payload.ts';
import { readTotals } from './readTotals.ts';

export interface TableRequestsOptions extends PageReaderContext {
  /** Path of the init route. */
  readonly path: string;
  readonly init: Signal<InitResponse | null>;
  readonly tableState: StateStore;
  readonly browser: Browser | null;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  /**
   * Called with the request for init, whose response is used when it has resolved, too. `restore`: the kept state will
   * be restored. Its `TableFailure` is the problem of the table.
   */
  prepare(restore: boolean): Promise<void>;
  /** Called after init was read and the state was set. */
  onReady(): void;
  /** Called when a response replaces the one before, as a part of the same change. */
  onShown(response: ShownResponse, before: ShownResponse | null): void;
  /** Called after that change. */
  onFetched(response: ShownResponse): void;
}

export interface TableRequests {
  readonly loading: ReadonlySignal<boolean>;
  readonly slow: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<TableProblem | null>;
  /** Null before the first page. */
  readonly shown: Signal<ShownResponse | null>;
  /** Requests init, then the page. */
  boot(restore: boolean): Promise<void>;
  /** Requests the page after `wait` ms without another call; by default at the end of the current turn. */
  request(wait?: number): void;
  reload(): Promise<void>;
  /** Reads the totals and the count again, without changing the rows. */
  refreshTotals(): Promise<void>;
  forceInfo(): Promise<void>;
}

/** Requests init, then pages: when the state changes, on `reload`, and when the browser is online again. */
export function createTableRequests(options: TableRequestsOptions): TableRequests {
  const { init, tableState, lifetime } = options;
  const shown = signal<ShownResponse | null>(null);
  const { loading, slow, problem, start, settled } = createNewestRequest(lifetime);
  const pages = pageReader(options);
  const schedule = requestSchedule(() => void read());
  /** Set until init is read; `restore` is whether the kept state is restored then. */
  let pendingInit: { readonly restore: boolean } | null = { restore: true };
  let isForced = false;

  async function boot(restore: boolean): Promise<void> {
    pendingInit = { restore };
    schedule.cancel();
    pages.forgetCounts();

    await start<InitResponse>({
      isLoading: init.value !== null,
      send: (signal) => requestInit(options, restore, signal),
      accept: (response) => {
        init.value = response;
        pendingInit = null;
        tableState.enter(restore);

        return undefined;
      },
      accepted: () => {
        options.onReady();
        void read();
      },
    });
    await settled();
  }

  /** Requests the page of the current state immediately. Resolves when the request has succeeded or failed. */
  function read(): Promise<void> {
    schedule.cancel();
    tableState.keep();

    return start(
      pageTask({
        tableState,
        read: (signal) => pages.read({ state: tableState.state.value, isForced, signal }),
        show: (response) => {
          const before = shown.value;
          shown.value = response;
          options.onShown(response, before);
        },
        onShown: options.onFetched,
        onEnd: () => {
          isForced = false;
        },
      }),
    );
  }

  async function reload(): Promise<void> {
    if (lifetime.aborted) return;
    pages.forgetCounts();
    await (pendingInit ? boot(pendingInit.restore) : read());
  }

  function request(wait = 0): void {
    if (!pendingInit && !lifetime.aborted) schedule.start(wait);
  }

  lifetime.addEventListener('abort', schedule.cancel);
  whenOnline({ ...options, problem }, reload);

  return {
    loading,
    slow,
    problem,
    shown,
    boot,
    request,
    reload,
    refreshTotals: () =>
      // Each group has totals, and a row may now belong to another one.
      shown.value?.groups ? reload() : readTotals({ pages, init, shown, lifetime }),
    forceInfo: () => {
      isForced = true;

      return reload();
    },
  };
}

async function requestInit(
  { path, send, translate, host, prepare }: TableRequestsOptions,
  restore: boolean,
  signal: AbortSignal,
): Promise<InitResponse> {
  const [response] = await Promise.all([
    send({ method: 'GET', path, payload: initPayload(host()), signal }, 'init'),
    prepare(restore),
  ]);

  return readResponse('init', readInit, response, translate);
}

/** Delays `run`, so that several calls of `start` make one request. */
function requestSchedule(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isQueued = false;

  return {
    /** After `wait` ms without another call, or at the end of the current turn for 0. */
    start(wait: number): void {
      if (isQueued) return;

      clearTimeout(timer);

      if (wait > 0) {
        timer = setTimeout(run, wait);
      } else {
        isQueued = true;
        queueMicrotask(() => {
          if (isQueued) run();
        });
      }
    },
    cancel(): void {
      clearTimeout(timer);
      isQueued = false;
    },
  };
}
