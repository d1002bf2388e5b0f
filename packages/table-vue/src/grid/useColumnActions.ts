import type { TableController } from '@rowhouse/table-client';
import { numberText, type PinnedSide } from '@rowhouse/table-client/internal';
import { nextTick, type Ref } from 'vue';
import { focusTarget } from './cellFocus.ts';
import { useAnnouncement } from './useAnnouncement.ts';
import type { ColumnWidths } from './useColumnWidths.ts';

/** Change of a column's width by a key or a menu item, in CSS pixels. */
const step = 16;

export interface ColumnActions {
  /** For screen readers. */
  readonly announcement: Readonly<Ref<string>>;
  /** Number of columns that a column can be moved past at each side. */
  room(name: string): { readonly before: number; readonly after: number };
  /** Announces the place of a column after it was moved. */
  announcePosition(name: string): Promise<void>;
  move(name: string, steps: number): void;
  /** For a column whose header has the focus, which moving removes. */
  moveFocused(name: string, steps: number): Promise<void>;
  pin(name: string, side: PinnedSide | null): void;
  widen(name: string, steps: number): void;
  /** Fits the content once; `automatic` always follows the content. */
  fit(name: string, automatic?: boolean): void;
}

/** The user's changes of a column by key or menu, each of which is announced to screen readers. */
export function useColumnActions(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  sizes: Pick<ColumnWidths, 'resize' | 'fitToContent'>,
): ColumnActions {
  const { announcement, say } = useAnnouncement(table.translate);
  const labelOf = (name: string) =>
    table.translate(table.columns.find((column) => column.name === name)?.label ?? name);
  const headerOf = (name: string) =>
    grid.value?.querySelector<HTMLTableCellElement>(`thead th[data-column="${CSS.escape(name)}"]`) ?? null;

  function room(name: string) {
    const column = table.shownColumns.find((shown) => shown.name === name);
    const group = table.shownColumns.filter(({ pinned }) => pinned === column?.pinned);
    const index = group.findIndex((shown) => shown.name === name);

    return { before: Math.max(index, 0), after: index === -1 ? 0 : group.length - 1 - index };
  }

  async function announcePosition(name: string): Promise<void> {
    await nextTick();
    const names = table.shownColumns.map((column) => column.name);
    const [position, count] = [names.indexOf(name) + 1, names.length].map(numberText);
    say('{column}: place {place} of {count}', {
      column: labelOf(name),
      place: position ?? '',
      count: count ?? '',
    });
  }

  async function sayWidth(name: string): Promise<void> {
    await nextTick();
    const width = numberText(Math.round(headerOf(name)?.getBoundingClientRect().width ?? 0));
    say('{column}: {width} pixels wide', { column: labelOf(name), width });
  }

  return {
    announcement,
    room,
    announcePosition,
    move(name, steps) {
      table.moveColumn(name, steps);
      void announcePosition(name);
    },
    async moveFocused(name, steps) {
      table.moveColumn(name, steps);
      await announcePosition(name);
      const header = headerOf(name);
      if (header) focusTarget(header).focus();
    },
    pin(name, side) {
      table.pinColumn(name, side);
      void announcePosition(name);
    },
    widen(name, steps) {
      const width = headerOf(name)?.getBoundingClientRect().width;
      if (width === undefined) return;
      sizes.resize(name, width + steps * step);
      void sayWidth(name);
    },
    fit(name, automatic = false) {
      if (automatic) sizes.resize(name, null);
      else sizes.fitToContent(name);
      void sayWidth(name);
    },
  };
}
