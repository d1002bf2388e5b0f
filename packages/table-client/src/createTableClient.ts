import { batch, computed } from '@preact/signals-core';
import type { InitTemplate } from '@rowhouse/table-protocol';
import { withRowPage } from './actions/rowButtons.ts';
import { withLinkButtons } from './linking/linkButtons.ts';
import type { HostConditions } from './requests/connection.ts';
import { tableContext } from './requests/tableContext.ts';
import { takeLinkedRows } from './selection/linkedRows.ts';
import type { TableClientOptions } from './TableClientOptions.ts';
import type { TableClient, TableSnapshot } from './TableController.ts';
import { snapshots } from './table/snapshots.ts';
import { tableFeatures } from './tableFeatures.ts';

/**
 * A table's state and requests, without a user interface. Reads init immediately, then the first page. Ends with its
 * `stop`.
 */
export function createTableClient(options: TableClientOptions): TableClient {
  const stopping = new AbortController();
  const table = tableContext({
    ...options,
    lifetime: stopping.signal,
    adapt: (template) => adapted(template, options),
  });
  const { init, template } = table;
  const features = tableFeatures(table, options);
  const { result, rows, selection, actions, editing } = features;

  async function reset(): Promise<void> {
    batch(() => {
      selection.functions.clearSelected();
      rows.clearRowStates();
      actions.functions.cancelConfirmation();
      editing.functions.cancelEdit();
      result.forget();
    });
    table.emit('reset');
    await result.boot(false);
  }

  function setHost(conditions: HostConditions): void {
    if (!table.setHost(conditions)) return;
    result.tableState.change({ start: 0 });
    result.request(template.value?.debounce);
  }

  const prefix = options.url === true ? options.id : options.url || null;
  const linked = table.browser && prefix !== null ? takeLinkedRows(table.browser, prefix) : [];
  void result.boot(true).then(() => {
    if (linked.length > 0 && template.value?.selectable) selection.functions.select(linked);
  });

  return {
    id: options.id,
    translate: table.translate,
    ...snapshots<TableSnapshot>(
      {
        phase: computed(() => (init.value ? 'ready' : 'starting')),
        template,
        initMeta: computed(() => init.value?.meta ?? null),
        ...result.snapshot,
        ...features.filters.snapshot,
        ...features.sorting.snapshot,
        ...features.columns.snapshot,
        ...features.groups.snapshot,
        ...features.pages.snapshot,
        ...rows.snapshot,
        ...selection.snapshot,
        ...actions.snapshot,
        ...features.exports.snapshot,
        ...editing.snapshot,
        ...features.pasting.snapshot,
        ...features.summaries.snapshot,
        ...features.live.snapshot,
        ...features.phone.snapshot,
        ...features.undo.snapshot,
      },
      table.lifetime,
    ),
    ...result.functions,
    ...features.filters.functions,
    ...features.sorting.functions,
    ...features.columns.functions,
    ...features.groups.functions,
    ...features.pages.functions,
    ...rows.functions,
    ...selection.functions,
    ...actions.functions,
    ...features.exports.functions,
    ...editing.functions,
    ...features.pasting.functions,
    ...features.summaries.functions,
    ...features.live.functions,
    ...features.phone.functions,
    ...features.undo.functions,
    ...features.linking.functions,
    reset,
    setHost,
    stop: () => stopping.abort(),
  };
}

/** The template as the table shows it, with buttons of the host. */
function adapted(template: InitTemplate, { linked, rowPage }: TableClientOptions): InitTemplate {
  const own = linked ? withLinkButtons(template, linked) : template;

  return rowPage ? withRowPage(own) : own;
}
