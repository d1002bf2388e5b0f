import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { DataPayload, FacetsResponse, InitTemplate } from '@rowhouse/table-protocol';
import { withCombined } from '../conditions/conditions.ts';
import { TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import { dataPayload } from '../requests/payload.ts';
import { readData } from '../responses/readData.ts';
import { readResponse } from '../responses/shape.ts';
import type { TableState } from '../table/TableState.ts';
import { readFacets, readStatistics } from './readSummaries.ts';
import type { FilterFacet, SummaryFunctions, SummarySnapshot } from './Summaries.ts';

export interface SummaryReaderContext {
  /** Columns with requested facets. */
  readonly open: ReadonlySignal<readonly string[]>;
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly state: ReadonlySignal<TableState>;
  /** The page whose search and filters apply to facets. */
  readonly shown: ReadonlySignal<ShownResponse | null>;
  /** Facets wait while a page is read. */
  readonly loading: ReadonlySignal<boolean>;
  readonly send: SendRequest;
  readonly translate: Translate;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  host(): SentConditions;
}

export interface SummaryReader {
  readonly facets: ReadonlySignal<SummarySnapshot['facets']>;
  readonly functions: Pick<SummaryFunctions, 'countFacets' | 'columnStatistics' | 'countRows'>;
}

/** The loaded facets, for the search and filters of that result. */
interface Reading {
  readonly key: string;
  readonly status: FilterFacet['status'];
  readonly facets: FacetsResponse['facets'];
}

const nothing: Reading = { key: '', status: 'loading', facets: {} };

/** Reads the open facets, and the statistics of columns. */
export function summaryReader(context: SummaryReaderContext): SummaryReader {
  const { open, state, shown, loading, lifetime, host } = context;
  const reading = signal<Reading>(nothing);
  let controller = new AbortController();
  let isQueued = false;

  const wanted = computed(() => JSON.stringify([shown.value?.result, open.value]));

  /** At the end of the turn, so that facets that are opened together are requested together. */
  function readSoon(): void {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      if (isDue()) void read();
    });
  }

  const isDue = () =>
    open.value.length > 0 &&
    shown.value !== null &&
    !loading.value &&
    !lifetime.aborted &&
    reading.value.key !== wanted.value;

  async function read(forceInfo = false): Promise<void> {
    controller.abort();
    controller = new AbortController();
    const { signal: own } = controller;
    const key = wanted.value;
    const facets = [...open.value];
    const page = shown.value?.state ?? state.value;
    reading.value = { key, status: 'loading', facets: reading.value.facets };

    const response = await requestFacets(context, summaryPayload(page, host(), forceInfo, { facets }), own);

    if (own.aborted || lifetime.aborted) return;
    reading.value =
      response === null
        ? { key, status: 'failed', facets: {} }
        : { key, status: response.fullRecordInfo ? 'ready' : 'uncounted', facets: response.facets };
  }

  const end = effect(() => {
    const hasOpen = open.value.length > 0;
    if (isDue()) untracked(readSoon);
    if (!hasOpen) untracked(forget);
  });

  /** Facets that are opened later are requested then. */
  function forget(): void {
    controller.abort();
    reading.value = nothing;
  }

  lifetime.addEventListener('abort', () => {
    end();
    controller.abort();
  });

  return {
    facets: computed(() => {
      const { status, facets, key } = reading.value;
      const now = { status: key === wanted.value ? status : 'loading', facets } as const;

      return Object.fromEntries(open.value.map((data) => [data, facetOf(now, data)]));
    }),
    functions: {
      countFacets: () => {
        if (open.value.length > 0 && shown.value !== null && !lifetime.aborted) void read(true);
      },
      columnStatistics: (name, { forceInfo = false } = {}) => {
        const page = shown.value?.state ?? state.value;

        return requestStatistics(context, summaryPayload(page, host(), forceInfo, { statistics: name }));
      },
      countRows: (where) => {
        const page = shown.value?.state ?? state.value;

        const conditions = withCombined(page.conditions, where);

        return requestCount(
          context,
          dataPayload({ ...page, conditions, start: 0, length: 1, sort: [] }, host()),
        );
      },
    },
  };
}

function facetOf({ status, facets }: Omit<Reading, 'key'>, data: string): FilterFacet {
  const { values = [], more = 0 } = Object.hasOwn(facets, data) ? (facets[data] ?? {}) : {};

  return { status, values, more };
}

/** The request of a page, without the page and its order. */
function summaryPayload(
  state: TableState,
  host: SentConditions,
  forceInfo: boolean,
  wanted: Pick<NonNullable<DataPayload['meta']>, 'facets' | 'statistics'>,
): DataPayload {
  const { search, searchMode } = state;

  return { ...dataPayload(state, host), columns: [], meta: { search, searchMode, forceInfo, ...wanted } };
}

/** Null after a failure, which leaves the rows unchanged. */
async function requestFacets(
  context: SummaryReaderContext,
  payload: DataPayload,
  signal: AbortSignal,
): Promise<FacetsResponse | null> {
  try {
    const response = await requestSummary(context, payload, signal);

    return readResponse('data', readFacets, response, context.translate);
  } catch (error) {
    if (!signal.aborted && !(error instanceof TableFailure)) throw error;

    return null;
  }
}

async function requestStatistics(context: SummaryReaderContext, payload: DataPayload) {
  const response = await requestSummary(context, payload, context.lifetime);

  return readResponse('data', readStatistics, response, context.translate).statistics;
}

async function requestCount(context: SummaryReaderContext, payload: DataPayload): Promise<number | null> {
  const response = await requestSummary(context, payload, context.lifetime);
  const { filtered, fullRecordInfo } = readResponse('data', readData, response, context.translate);

  return fullRecordInfo ? filtered : null;
}

function requestSummary(
  { template, send }: Pick<SummaryReaderContext, 'template' | 'send'>,
  payload: DataPayload,
  signal: AbortSignal,
): Promise<unknown> {
  const { readPath: path, method } = template.value ?? { readPath: '', method: 'GET' };

  return send({ method, path, payload, signal }, 'data');
}
