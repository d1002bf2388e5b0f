import type { ReadonlySignal } from '@preact/signals-core';
import type { FilterChoice } from './filters/Filters.ts';
import {
  createTableRequests,
  type TableRequests,
  type TableRequestsOptions,
} from './requests/createTableRequests.ts';
import type { TableContext } from './requests/tableContext.ts';
import { createTableState } from './state/createTableState.ts';
import { browserStorage, type TableStorage } from './state/storedState.ts';
import type { TableFunctions, TableSnapshot } from './TableController.ts';
import { createAnnouncement } from './table/announcement.ts';
import type { Notify } from './table/notices.ts';
import type { StateStore } from './table/StateStore.ts';
import type { Feature } from './table/snapshots.ts';
import { savedViews } from './views/savedViews.ts';
import type { TableViews, ViewFunctions, ViewSnapshot } from './views/TableViews.ts';

interface ResultContext extends TableContext, Pick<TableRequestsOptions, 'grouping'> {
  readonly choices: ReadonlySignal<readonly FilterChoice[]>;
}

interface ResultOptions extends Pick<TableRequestsOptions, 'path' | 'onShown'> {
  readonly id: string;
  readonly url?: boolean | string;
  readonly storage?: TableStorage | null;
  readonly views?: TableViews | null;
  readonly notify: Notify;
}

type ResultSnapshot = Pick<TableSnapshot, 'announcement' | 'loading' | 'slow' | 'problem'> & ViewSnapshot;
type ResultFunctions = Pick<TableFunctions, 'reload' | 'forceInfo'> & ViewFunctions;

/** The rows that the table shows: its state, the saved views that determine it, and the requests for rows. */
export interface Result
  extends Feature<ResultSnapshot, ResultFunctions>,
    Pick<TableRequests, 'shown' | 'loading' | 'boot' | 'request' | 'reload' | 'refreshTotals'> {
  readonly tableState: StateStore;
  /** Returns to the template's state; `boot` requests its rows. */
  forget(): void;
}

export function createResult(table: ResultContext, options: ResultOptions): Result {
  const { id, path, url = false, storage = browserStorage(), notify, onShown } = options;
  const urlPrefix = url === true ? id : url || null;
  const views = savedViews({ ...table, urlPrefix, source: options.views ?? null, notify });
  const tableState = createTableState({
    ...table,
    id,
    storage,
    urlPrefix,
    views: views.open,
    onPop: () => requests.request(),
  });
  const { announcement, announce, forgetSort } = createAnnouncement(table.template, table.translate);
  const requests = createTableRequests({
    ...table,
    path,
    tableState,
    prepare: async (restore) => {
      await Promise.all([tableState.prepare(), views.prepare(restore)]);
    },
    onShown: (response, before) => {
      onShown(response, before);
      announce(response.body, response.state, response.groups?.count);
    },
    onReady: () => table.emit('ready'),
    onFetched: ({ body }) => table.emit('fetched', body),
  });

  const { loading, slow, problem, reload, forceInfo } = requests;
  const saved = views.connect({ ...tableState, request: () => requests.request() });

  return {
    ...requests,
    tableState,
    forget() {
      tableState.forget();
      forgetSort();
    },
    snapshot: { announcement, loading, slow, problem, ...saved.snapshot },
    functions: { reload, forceInfo, ...saved.functions },
  };
}
