import { numberText, type PinnedSide, type TableController } from '@rowhouse/table-client';
import { nextTick, type Ref, ref } from 'vue';
import { focusTarget } from './cellFocus.ts';
import type { useColumnWidths } from './useColumnWidths.ts';

/** Change of a column's width by a key or a menu item, in CSS pixels. */
const step = 16;

/** The user's changes of a column by key or menu, each of which is announced to screen readers. */
export function useColumnActions(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  sizes: Pick<ReturnType<typeof useColumnWidths>, 'resize' | 'fitToContent'>,
) {
  const announcement = ref('');

  const labelOf = (name: string) =>
    table.translate(table.columns.find((column) => column.name === name)?.label ?? name);
  const headerOf = (name: string) =>
    grid.value?.querySelector<HTMLTableCellElement>(`thead th[data-column="${CSS.escape(name)}"]`) ?? null;
  const say = (text: string, params: Readonly<Record<string, string>>) => {
    const said = table.translate(text, params);
    // A screen reader repeats a text only if it differs from the one before.
    announcement.value = said === announcement.value ? `${said}\u00a0` : said;
  };

  /** Number of columns that a column can be moved past at each side. */
  function room(name: string): { readonly before: number; readonly after: number } {
    const column = table.shownColumns.find((shown) => shown.name === name);
    const group = table.shownColumns.filter(({ pinned }) => pinned === column?.pinned);
    const index = group.findIndex((shown) => shown.name === name);

    return { before: Math.max(index, 0), after: index === -1 ? 0 : group.length - 1 - index };
  }

  async function sayPlace(name: string): Promise<void> {
    await nextTick();
    const names = table.shownColumns.map((column) => column.name);
    const [place, count] = [names.indexOf(name) + 1, names.length].map(numberText);
    say('{column}: place {place} of {count}', {
      column: labelOf(name),
      place: place ?? '',
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
    sayPlace,
    move(name: string, steps: number): void {
      table.moveColumn(name, steps);
      void sayPlace(name);
    },
    /** For a column whose header has the focus, which moving removes. */
    async moveFocused(name: string, steps: number): Promise<void> {
      table.moveColumn(name, steps);
      await sayPlace(name);
      const header = headerOf(name);
      if (header) focusTarget(header).focus();
    },
    pin(name: string, side: PinnedSide | null): void {
      table.pinColumn(name, side);
      void sayPlace(name);
    },
    widen(name: string, steps: number): void {
      const width = headerOf(name)?.getBoundingClientRect().width;
      if (width === undefined) return;
      sizes.resize(name, width + steps * step);
      void sayWidth(name);
    },
    /** Fits the content once; `automatic` always follows the content. */
    fit(name: string, automatic = false): void {
      if (automatic) sizes.resize(name, null);
      else sizes.fitToContent(name);
      void sayWidth(name);
    },
  };
}
