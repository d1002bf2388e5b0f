import { type Signal, signal } from '@preact/signals-core';
import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import type { SendRequest } from '../http/transport.ts';
import type { HostConditions, TableRow, Translate } from '../TableController.ts';
import type { Browser } from './Browser.ts';
import { knownCounts } from './knownCounts.ts';
import { dataPayload, resultKey } from './payload.ts';
import { readData } from './responses/readData.ts';
import { readInit } from './responses/readInit.ts';
import { readResponse } from './responses/shape.ts';
import { pageStart, type TableState } from './TableState.ts';
import { type RequestTask, useNewestRequest } from './useNewestRequest.ts';
import type { useTableState } from './useTableState.ts';

export interface TableRequestsOptions {
  /** Path of the init route. */
  readonly path: string;
  readonly send: SendRequest;
  readonly init: Signal<InitResponse | null>;
  readonly tableState: ReturnType<typeof useTableState>;
  readonly browser: Browser | null;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  readonly translate: Translate;
  host(): HostConditions;
  /** Called after init was read and the state was set. */
  onReady(): void;
  /** Called when a response replaces the one before, as a part of the same change. */
  onShown(response: ShownResponse, before: ShownResponse | null): void;
  /** Called after that change. */
  onFetched(response: ShownResponse): void;
}

/** A response of the data route, and the state that was requested. */
export interface ShownResponse {
  readonly body: DataResponse<TableRow>;
  readonly state: TableState;
  /** Equal for the pages of the same result. */
  readonly result: string;
}

/** Requests init, then pages: when the state changes, on `reload`, and when the browser is online again. */
export function useTableRequests(options: TableRequestsOptions) {
  const { path, send, init, tableState, browser, lifetime, translate, host, onReady } = options;
  const shown = signal<ShownResponse | null>(null);
  const newest = useNewestRequest(lifetime);
  const counts = knownCounts();
  const schedule = requestSchedule(() => void read());
  /** Set until init is read; `restore` is whether the kept state is restored then. */
  let pendingInit: { readonly restore: boolean } | null = { restore: true };
  let isForced = false;

  async function boot(restore: boolean): Promise<void> {
    pendingInit = { restore };
    schedule.cancel();
    counts.forget();
    const { params } = host();

    await newest.start<InitResponse>({
      isLoading: init.value !== null,
      send: async (signal) => {
        const response = await send({ method: 'GET', path, payload: { params }, signal }, 'init');

        return readResponse('init', readInit, response, translate);
      },
      accept: (response) => {
        init.value = response;
        pendingInit = null;
        tableState.enter(restore);

        return undefined;
      },
      accepted: () => {
        onReady();
        void read();
      },
    });
    await newest.settled();
  }

  /** Requests the page of the current state immediately. Resolves when the request has succeeded or failed. */
  function read(): Promise<void> {
    schedule.cancel();
    tableState.keep();

    return newest.start(
      pageTask({
        tableState,
        request: (signal) => requestPage(options, { counts, isForced, signal }),
        show,
        onShown: () => {
          if (shown.value) options.onFetched(shown.value);
        },
        onRefused: () => {
          isForced = false;
        },
      }),
    );
  }

  function show(response: ShownResponse): void {
    const before = shown.value;
    isForced = false;
    shown.value = response;
    options.onShown(response, before);
  }

  async function reload(): Promise<void> {
    if (lifetime.aborted) {
      return;
    }

    counts.forget();

    await (pendingInit ? boot(pendingInit.restore) : read());
  }

  function onOnline(): void {
    if (newest.problem.value?.kind === 'offline') void reload();
  }

  browser?.addEventListener('online', onOnline);
  lifetime.addEventListener('abort', () => {
    schedule.cancel();
    browser?.removeEventListener('online', onOnline);
  });

  return {
    loading: newest.loading,
    slow: newest.slow,
    problem: newest.problem,
    shown,
    boot,
    /** Requests the page after `wait` ms without another call; by default at the end of the current turn. */
    request: (wait = 0): void => {
      if (!pendingInit && !lifetime.aborted) schedule.start(wait);
    },
    reload,
    forceInfo: () => {
      isForced = true;

      return reload();
    },
  };
}

interface PageTaskContext {
  readonly tableState: TableRequestsOptions['tableState'];
  request(signal: AbortSignal): Promise<ShownResponse>;
  show(response: ShownResponse): void;
  onShown(): void;
  onRefused(): void;
}

/** Requests a page; the last page if it is after the end, and the template's state if a restored one is refused. */
function pageTask({
  tableState,
  request,
  show,
  onShown,
  onRefused,
}: PageTaskContext): RequestTask<ShownResponse> {
  let isCorrected = false;

  return {
    isLoading: true,
    send: request,
    accept: (response) => {
      tableState.trust();

      if (!isAfterEnd(response, tableState.state.value)) {
        show(response);
        return undefined;
      }

      tableState.change({ start: isCorrected ? 0 : lastPageStart(response) });
      tableState.keep();
      isCorrected = true;

      return 'again';
    },
    accepted: onShown,
    refuse: ({ kind }) => {
      if (kind === 'refused' && tableState.dropUntried()) return 'again';
      onRefused();

      return undefined;
    },
  };
}

async function requestPage(
  { send, init, tableState, translate, host }: TableRequestsOptions,
  {
    counts,
    isForced,
    signal,
  }: { counts: ReturnType<typeof knownCounts>; isForced: boolean; signal: AbortSignal },
): Promise<ShownResponse> {
  const state = tableState.state.value;
  const conditions = host();
  const { readPath, method } = init.value?.template ?? { readPath: '', method: 'GET' };
  const payload = dataPayload(state, conditions, isForced);
  const response = await send({ method, path: readPath, payload, signal }, 'data');
  const body = readResponse('data', readData, response, translate);

  return {
    body: counts.complete(body, state, conditions),
    state,
    result: resultKey(state, conditions),
  };
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

/** True if the current page has no rows. A page that the user has left meanwhile is not corrected. */
function isAfterEnd({ body, state: { start, length } }: ShownResponse, now: TableState): boolean {
  return body.data.length === 0 && start > 0 && start === now.start && length === now.length;
}

/** The first row of the last page; 0 if the number of pages is not known, or the last page is not before this one. */
function lastPageStart({ body, state: { start, length } }: ShownResponse): number {
  const last = pageStart(((body.pagination.pages ?? 0) - 1) * length, length);

  return last < start ? last : 0;
}
