import type { TableViews } from '../TableViews.ts';
import { useAnnouncement } from './messages.ts';
import { browserStorage, type TableStorage } from './storedState.ts';
import type { tableContext } from './tableContext.ts';
import type { Notify } from './useActionResults.ts';
import { type TableRequestsOptions, useTableRequests } from './useTableRequests.ts';
import { useTableState } from './useTableState.ts';
import { savedViews } from './views/savedViews.ts';

interface ResultOptions extends Pick<TableRequestsOptions, 'path' | 'onShown'> {
  readonly id: string;
  readonly url?: boolean | string;
  readonly storage?: TableStorage | null;
  readonly views?: TableViews | null;
  readonly notify: Notify;
}

/** The rows that the table shows: its state, the saved views that determine it, and the requests for rows. */
export function useResult(table: ReturnType<typeof tableContext>, options: ResultOptions) {
  const { id, path, url = false, storage = browserStorage(), notify, onShown } = options;
  const urlPrefix = url === true ? id : url || null;
  const views = savedViews({ ...table, urlPrefix, source: options.views ?? null, notify });
  const tableState = useTableState({
    ...{ ...table, id, storage, urlPrefix },
    views: views.open,
    onPop: () => requests.request(),
  });
  const { announcement, announce, forgetSort } = useAnnouncement(table.template, table.translate);
  const requests = useTableRequests({
    ...{ ...table, path, tableState },
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

  const { loading, slow, problem, reload, forceInfo, ...others } = requests;
  const saved = views.connect({ ...tableState, request: () => requests.request() });

  return {
    ...others,
    ...{ tableState, loading, reload },
    /** Returns to the template's state; `boot` requests its rows. */
    forget(): void {
      tableState.forget();
      forgetSort();
    },
    snapshot: { announcement, loading, slow, problem, ...saved.snapshot },
    functions: { reload, forceInfo, ...saved.functions },
  };
}
