import type { ReadonlySignal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { TableColumn } from '../../TableController.ts';
import { filterCommands } from '../filters/filterCommands.ts';
import { groupCommands } from '../grouping/groupCommands.ts';
import type { useTableState } from '../useTableState.ts';
import { layoutCommands } from './layoutCommands.ts';
import { pageCommands } from './pageCommands.ts';
import type { StateChanges } from './StateChanges.ts';
import { sortCommands } from './sortCommands.ts';

export interface TableCommandsContext {
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly tableState: Pick<ReturnType<typeof useTableState>, 'state' | 'change' | 'arrange'>;
  /** Null if the number of pages is not known. */
  readonly pages: ReadonlySignal<number | null>;
  /** The drawable columns, as drawn. */
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  /** Requests rows after `wait` ms without another call. */
  request(wait?: number): void;
}

/** The user's changes of what the table shows. */
export function tableCommands({ init, tableState, pages, columns, request }: TableCommandsContext) {
  const changes: StateChanges = {
    init,
    state: tableState.state,
    show: (changed, { isStep = false, wait = 0 } = {}) => {
      if (!init.value) return;
      tableState.change(changed, isStep);
      request(wait);
    },
    arrange: (changed) => {
      if (init.value) tableState.arrange(changed);
    },
  };

  return {
    ...filterCommands(changes),
    ...sortCommands(changes),
    ...pageCommands({ ...changes, pages }),
    ...layoutCommands({ ...changes, drawn: columns }),
    ...groupCommands(changes),
  };
}
