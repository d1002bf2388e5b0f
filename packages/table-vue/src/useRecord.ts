import {
  type CellDescription,
  createRecordClient,
  describeCell,
  type RecordClient,
  type RecordClientOptions,
  type RecordSnapshot,
  rowName,
} from '@rowhouse/table-client';
import type { RecordLocation } from '@rowhouse/table-client/internal';
import type { InitButton } from '@rowhouse/table-protocol';
import { computed, reactive, watch } from 'vue';
import { snapshotRefs } from './snapshotRefs.ts';

export interface UseRecordOptions extends Omit<RecordClientOptions, 'location'> {
  /** The row to show; reactive. */
  readonly location: () => RecordLocation;
}

/** What `useRecord` returns; reactive. */
export interface TableRecord
  extends RecordSnapshot,
    Omit<RecordClient, 'getSnapshot' | 'subscribe' | 'setLocation' | 'stop'> {
  /** In template order, including those that are not visible in the table; empty until init is read. */
  readonly cells: readonly CellDescription[];
  /** The name of the row, for people; empty without a row. */
  readonly name: string;
  /** The table's name, translated; empty until init is read. */
  readonly tableName: string;
}

/**
 * One row of a table, and the rows before and after it in the result that the page's address describes: with the search,
 * filters and sort of the table. With a position, one request reads the row there with its neighbours; if another row is
 * there by now, or without a position, the row is read by its identifier, which also finds its position.
 *
 * Reads immediately, and again when the browser is back online. Belongs to the effect scope that it is called in.
 */
export function useRecord(options: UseRecordOptions): TableRecord {
  const client = createRecordClient({ ...options, location: options.location() });
  const { getSnapshot: _get, subscribe: _subscribe, setLocation, stop: _stop, ...functions } = client;
  const { translate } = client;
  const state = snapshotRefs(client);
  const { template, columns } = state;

  watch(
    () => JSON.stringify(options.location()),
    () => setLocation(options.location()),
  );

  return reactive({
    ...state,
    ...functions,
    isBusy(button: InitButton): boolean {
      // Read to track the dependency, so that users of the result are updated.
      void state.busyButtons.value;
      return client.isBusy(button);
    },
    cells: computed(() => {
      const { align = [], aligns = { left: '', center: '', right: '' } } = template.value ?? {};

      return columns.value.map((column) => describeCell(column, { align, aligns, translate }));
    }),
    name: computed(() => {
      const row = state.row.value;
      const id = row?.[template.value?.dtRowId ?? 'dtRowId'];

      const naming = { columns: columns.value, rowName: template.value?.rowName };

      return row ? rowName(naming, row, String(id ?? ''), translate).name : '';
    }),
    tableName: computed(() => (template.value ? translate(template.value.name) : '')),
  });
}
