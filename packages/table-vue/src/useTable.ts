import {
  createTableClient,
  type TableClient,
  type TableClientOptions,
  type TableController,
  type TableFunctions,
  type TableSnapshot,
} from '@rowhouse/table-client';
import type { HostConditions } from '@rowhouse/table-client/internal';
import { type MaybeRefOrGetter, reactive, toValue, watch } from 'vue';
import { snapshotRefs } from './snapshotRefs.ts';

/** `filters`, `intervals` and `params` may change: the table then shows its first page. */
export interface UseTableOptions extends Omit<TableClientOptions, keyof HostConditions> {
  /** table → column → value, or list of values. */
  readonly filters?: MaybeRefOrGetter<HostConditions['filters']>;
  /** table → column → `{min, max}`, both included. */
  readonly intervals?: MaybeRefOrGetter<HostConditions['intervals']>;
  /** Values for the server's query; sent to init, too. */
  readonly params?: MaybeRefOrGetter<HostConditions['params']>;
}

/**
 * A table's state and requests. Reads init immediately, then the first page. Belongs to the effect scope (the component)
 * that it is called in, and stops with it.
 */
export function useTable(options: UseTableOptions): TableController {
  const host = () => ({
    filters: toValue(options.filters),
    intervals: toValue(options.intervals),
    params: toValue(options.params),
  });
  const client = createTableClient({ ...options, ...host() });
  const { getSnapshot: _get, subscribe: _subscribe, setHost, stop: _stop, ...functions } = client;
  const state = snapshotRefs(client);

  // Without a delay, so that a request in the same tick has the new conditions.
  watch(
    () => JSON.stringify(host()),
    () => setHost(host()),
    { flush: 'sync' },
  );

  return reactive({ ...state, ...functions, ...trackedReaders(client, state) });
}

/** Functions that return a value immediately, and so are called during rendering. */
type Readers = {
  [Name in keyof TableFunctions]: TableFunctions[Name] extends (...args: never) => infer Result
    ? Result extends Promise<unknown>
      ? never
      : Result extends void
        ? never
        : Name
    : never;
}[keyof TableFunctions];

type State = ReturnType<typeof snapshotRefs<TableSnapshot>>;

/** The readers, so that what is drawn from them is drawn again when a member of the state that they read changes. */
function trackedReaders(client: TableClient, state: State): Pick<TableFunctions, Readers> {
  const reading =
    <Args extends readonly unknown[], Result>(
      members: readonly (keyof TableSnapshot)[],
      read: (...args: Args) => Result,
    ) =>
    (...args: Args): Result => {
      for (const member of members) void state[member].value;
      return read(...args);
    };

  return {
    translate: client.translate,
    cellLink: reading(['template', 'shownColumns', 'rows'], client.cellLink),
    rowId: reading(['template'], client.rowId),
    rowNumber: reading(['body', 'groupLines'], client.rowNumber),
    rowButtons: reading(['template'], client.rowButtons),
    buttonPath: reading(['template', 'rows'], client.buttonPath),
    isBusy: reading(['template', 'busyButtons'], client.isBusy),
    isEnabled: reading(['selectedCount', 'allMatching'], client.isEnabled),
    viewLink: client.viewLink,
    rowLink: reading(['template', 'rows'], client.rowLink),
    addableRows: reading(['template'], client.addableRows),
    failedRow: reading(['template', 'columns', 'rows'], client.failedRow),
  };
}
