import type { ReadonlySignal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import type { ColumnFit, Density, PinnedSide } from '../TableController.ts';
import { type ColumnLayout, limitedWidth, movedOrder, withValue } from './columnLayout.ts';
import { type TableState, tableColumns } from './TableState.ts';

export interface LayoutCommandsContext {
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly state: ReadonlySignal<TableState>;
  /** Stores changes that do not affect the rows. */
  arrange(changes: Partial<ColumnLayout>): void;
}

/** The user's changes of the columns' arrangement. Names that are not drawable columns are ignored. */
export function layoutCommands({ init, state, arrange }: LayoutCommandsContext) {
  const columns = () => init.value?.template.columns ?? [];
  const drawn = () => tableColumns(columns(), state.value, []);
  const isDrawn = (name: string) => drawn().some((column) => column.name === name);

  return {
    moveColumn: (name: string, steps: number) => {
      if (!isDrawn(name)) return;
      arrange({ order: movedOrder(columns(), state.value.order, drawn(), { name, steps }) });
    },
    resizeColumn: (name: string, width: number | null) => {
      if (!isDrawn(name)) return;
      arrange({ widths: withValue(state.value.widths, name, width === null ? null : limitedWidth(width)) });
    },
    pinColumn: (name: string, side: PinnedSide | null) => {
      if (isDrawn(name)) arrange({ pinned: withValue(state.value.pinned, name, side) });
    },
    setDensity: (density: Density) => arrange({ density }),
    setFit: (fit: ColumnFit) => arrange({ fit }),
  };
}
