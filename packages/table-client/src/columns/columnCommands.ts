import type { ReadonlySignal } from '@preact/signals-core';
import { type ViewMode, viewModes } from '@rowhouse/table-protocol/internal';
import type { StateChanges } from '../table/StateChanges.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { ColumnFit, Density, PinnedSide } from '../table/TableState.ts';
import { limitedWidth, movedOrder, withValue } from './columnLayout.ts';

interface LayoutContext extends StateChanges {
  /** The drawable columns, as drawn. */
  readonly drawn: ReadonlySignal<readonly TableColumn[]>;
}

/** The user's changes of how columns and rows are laid out. Names that are not drawable columns are ignored. */
export function columnCommands({ init, state, drawn, arrange }: LayoutContext) {
  const columns = () => init.value?.template.columns ?? [];
  const isDrawn = (name: string) => drawn.value.some((column) => column.name === name);

  return {
    moveColumn: (name: string, steps: number) => {
      if (!isDrawn(name)) return;
      arrange({ order: movedOrder(columns(), state.value.order, drawn.value, { name, steps }) });
    },
    resizeColumn: (name: string, width: number | null) => {
      if (!isDrawn(name)) return;
      arrange({ widths: withValue(state.value.widths, name, width === null ? null : limitedWidth(width)) });
    },
    pinColumn: (name: string, side: PinnedSide | null) => {
      if (isDrawn(name)) arrange({ pinned: withValue(state.value.pinned, name, side) });
    },
    setVisible: (name: string, visible: boolean) => {
      const now = new Set(state.value.visible);
      const wanted = columns().filter((column) =>
        column.name === name ? visible && !column.meta.rogue : now.has(column.name),
      );

      arrange({ visible: wanted.map((column) => column.name) });
    },
    toggleViewMode: (mode: ViewMode) => {
      if (mode === 'compact') {
        arrange({ density: state.value.density === 'compact' ? 'normal' : 'compact' });
        return;
      }
      const now = state.value.viewModes;
      arrange({ viewModes: viewModes.filter((other) => now.includes(other) !== (other === mode)) });
    },
    setDensity: (density: Density) => arrange({ density }),
    setFit: (fit: ColumnFit) => arrange({ fit }),
  };
}
