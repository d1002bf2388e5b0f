import type { TableContext } from '../requests/tableContext.ts';
import type { StateChanges } from '../table/StateChanges.ts';
import type { StateStore } from '../table/StateStore.ts';

interface StateChangesContext extends Pick<TableContext, 'init'> {
  readonly tableState: Pick<StateStore, 'state' | 'change' | 'arrange'>;
  /** Requests rows after `wait` ms without another call. */
  request(wait?: number): void;
}

/** The changes of the features: those of the rows are requested, the others are kept. */
export function stateChanges({ init, tableState, request }: StateChangesContext): StateChanges {
  return {
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
}
