import type { TableController } from '@rowhouse/table-client';
import { nextTick } from 'vue';

/** Where the focus moves after an edit; `stay` leaves it unchanged. */
export type AfterEdit = 'stay' | 'cell' | 'down' | 'next' | 'previous';

export interface EditedPlace {
  readonly row: string | number;
  /** Name of the column. */
  readonly column: string;
}

/** Focuses the cell of an edit that has ended, or another one. Returns the cell that is to be edited next; null for none. */
export async function moveOn(
  table: TableController,
  edited: EditedPlace,
  then: AfterEdit,
  focus: (place: EditedPlace) => void,
): Promise<EditedPlace | null> {
  await nextTick();
  const { activeElement } = document;
  if (then === 'stay' && activeElement && activeElement !== document.body) return null;
  focus(edited);
  const ids = table.rows.map((row) => table.rowId(row));
  const index = ids.indexOf(edited.row);
  if (then === 'down') {
    const below = ids[index + 1];
    if (below !== undefined) focus({ ...edited, row: below });
  }
  if (then !== 'next' && then !== 'previous') return null;
  const names = table.shownColumns.filter(({ edit }) => edit).map(({ name }) => name);
  const step = then === 'next' ? 1 : -1;
  const place = index * names.length + names.indexOf(edited.column) + step;
  const [row, column] = [ids[Math.floor(place / names.length)], names[place % names.length]];
  if (index === -1 || row === undefined || column === undefined) return null;
  focus({ row, column });

  return { row, column };
}

/** Called after an edit by what shows the cells. */
export type MoveOn = typeof moveOn;
