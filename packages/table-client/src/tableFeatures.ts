import { computed } from '@preact/signals-core';
import { createActions } from './actions/createActions.ts';
import { createColumns } from './columns/createColumns.ts';
import { createResult } from './createResult.ts';
import { createEditing } from './editing/createEditing.ts';
import { createExports } from './exports/createExports.ts';
import { createFilters } from './filters/createFilters.ts';
import { filterChoices } from './filters/filterChoices.ts';
import { createGroups, lazyGrouping } from './grouping/createGroups.ts';
import { createLinking } from './linking/createLinking.ts';
import { createLiveRows } from './live/createLiveRows.ts';
import { createPages } from './pages/createPages.ts';
import { createPasting } from './pasting/createPasting.ts';
import { createPhoneRows } from './phone/createPhoneRows.ts';
import type { TableContext } from './requests/tableContext.ts';
import { createRows } from './rows/createRows.ts';
import { createSelection } from './selection/createSelection.ts';
import { createSorting } from './sorting/createSorting.ts';
import { stateChanges } from './state/stateChanges.ts';
import { createSummaries } from './summaries/createSummaries.ts';
import type { TableClientOptions } from './TableClientOptions.ts';
import { createNotices } from './table/notices.ts';
import { createUndo } from './undo/createUndo.ts';

/** The features of a table, each over those before it. */
export function tableFeatures(table: TableContext, options: TableClientOptions) {
  const { template, translate } = table;
  const choices = computed(() => (template.value ? filterChoices(template.value) : []));
  const grouping = lazyGrouping(translate);
  const notices = createNotices();
  const { notify } = notices;

  const result = createResult(
    { ...table, choices, grouping },
    {
      ...options,
      notify,
      onShown: (response, before) => {
        selection.followResult(response, before);
        rows.follow(before);
        editing.dropEdit();
        live.forget();
      },
    },
  );
  const shown = {
    ...table,
    ...result,
    ...stateChanges({ ...table, ...result }),
    choices,
    grouping,
    notices,
    notify,
    openView: result.snapshot,
  };
  const filters = createFilters(shown);
  const sorting = createSorting(shown);
  const columns = createColumns({ ...shown, isClickable: options.clickable !== false });
  const groups = createGroups(shown);
  const pages = createPages({ ...shown, groupedRows: groups.rows });
  const rows = createRows({
    ...shown,
    groups,
    rows: pages.rows,
    shownColumns: columns.snapshot.shownColumns,
    links: options,
  });
  const page = {
    ...shown,
    rows: pages.rows,
    columns: columns.snapshot.columns,
    groupLines: groups.snapshot.groupLines,
    readGroup: groups.readGroup,
    rowId: rows.functions.rowId,
    rowPage: rows.rowPage,
    changeRows: rows.changeRows,
    forgetRow: rows.forgetRow,
  };
  const undo = createUndo({ ...page, follow: (job) => actions.follow(job) });
  const { remember } = undo;
  const linking = createLinking({ ...page, remember, linked: options.linked ?? null });
  const selection = createSelection(page);
  const actions = createActions({
    ...page,
    ...{ selection, remember, unlink: linking.unlink },
    navigate: (target) => options.navigate?.(target),
  });
  const exports = createExports({ ...page, selected: selection.payload, run: actions.startWith });
  const editing = createEditing({ ...page, remember });
  const pasting = createPasting({ ...page, remember, shownColumns: columns.snapshot.shownColumns });
  const summaries = createSummaries(page);
  const live = createLiveRows({ ...page, source: options.liveSource });
  const phone = createPhoneRows(page);

  return {
    result,
    filters,
    sorting,
    columns,
    groups,
    pages,
    rows,
    selection,
    actions,
    exports,
    editing,
    pasting,
    summaries,
    linking,
    live,
    phone,
    undo,
  };
}
