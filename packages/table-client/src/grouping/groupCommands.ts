import type { SortDirection } from '@rowhouse/table-protocol';
import type { GroupStep } from '@rowhouse/table-protocol/internal';
import type { StateChanges } from '../table/StateChanges.ts';
import type { GroupedColumn } from '../table/TableState.ts';
import { byLabel } from '../table/TableState.ts';
import { fittingLevels, isSameLevel, sortsGroups } from './groupBy.ts';

/** The user's changes of the grouping. */
export function groupCommands({ init, state, show }: StateChanges) {
  const columns = () => init.value?.template.columns ?? [];

  function setGroupBy(levels: readonly GroupedColumn[]): void {
    const groupBy = fittingLevels(levels, columns());
    if (JSON.stringify(groupBy) === JSON.stringify(state.value.groupBy)) return;

    show({ groupBy, start: 0, ...(groupBy.length === 0 && { groupSort: byLabel }) }, { isStep: true });
  }

  return {
    setGroupBy,
    addGroup: (column: string, step?: GroupStep) =>
      setGroupBy([...state.value.groupBy, { column, ...(step && { step }) }]),
    removeGroup: (column: string, step?: GroupStep) =>
      setGroupBy(
        state.value.groupBy.filter((level) =>
          step ? !isSameLevel(level, { column, step }) : level.column !== column,
        ),
      ),
    sortGroups: (by: string, direction: SortDirection) => {
      const { groupSort } = state.value;
      const isSame = groupSort.by === by && groupSort.direction === direction;

      if (!isSame && sortsGroups(by, columns()))
        show({ groupSort: { by, direction }, start: 0 }, { isStep: true });
    },
  };
}
