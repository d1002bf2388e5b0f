import type { TableColumn, TableController } from '@rowhouse/table-client';
import type { PinnedSide } from '@rowhouse/table-client/internal';
import type { MenuItem } from '../../popover/MenuList.vue';

/** An entry of a column's menu: `text` is not translated yet. */
export type ColumnEntry = Omit<MenuItem, 'key' | 'label'> & {
  readonly text: string;
  /** Stays open, so that it can be chosen again. */
  readonly stays?: boolean;
  run(): void;
};

export type ColumnEntries = Readonly<Record<string, ColumnEntry>>;

/** Pins at the start or the end, or unpins. */
export function pinEntries(
  { name, pinned }: TableColumn,
  pin: (name: string, side: PinnedSide | null) => void,
): ColumnEntries {
  const unpin = { text: 'Let it scroll', run: () => pin(name, null) };

  return {
    'pin-left': pinned === 'left' ? unpin : { text: 'Pin at the start', run: () => pin(name, 'left') },
    'pin-right': pinned === 'right' ? unpin : { text: 'Pin at the end', run: () => pin(name, 'right') },
  };
}

/** For columns whose statistics the server computes. */
export function statisticsEntry(
  table: TableController,
  { name }: TableColumn,
  open: () => void,
): ColumnEntries {
  return table.template?.statistics?.includes(name)
    ? { statistics: { text: 'Statistics…', apart: true, run: open } }
    : {};
}

/** The last visible column cannot be hidden. */
export function hideEntry(table: TableController, { name }: TableColumn): ColumnEntries {
  return {
    hide: {
      text: 'Hide this column',
      apart: true,
      disabled: table.columns.filter(({ visible }) => visible).length === 1,
      run: () => table.setVisible(name, false),
    },
  };
}

export function itemsOf(entries: ColumnEntries, { translate }: TableController): MenuItem[] {
  return Object.entries(entries).map(([key, { text, run: _run, stays: _stays, ...entry }]) => ({
    ...entry,
    key,
    label: translate(text),
  }));
}
