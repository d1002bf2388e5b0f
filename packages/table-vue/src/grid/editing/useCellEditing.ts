import type { TableController } from '@rowhouse/table-client';
import { type Ref, ref, watch } from 'vue';
import { cellElement, focusCellOrGrid, type GridCell } from '../cells/gridCell.ts';
import type { AfterEdit, EditedPlace, MoveOn } from './moveOn.ts';
import { nothingTyped, type TypedText } from './TypedText.ts';

/** Opens the editor of a cell, and moves on after it. The editor itself is loaded on demand. */
export function useCellEditing(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>) {
  const canEdit = ({ column }: GridCell) => column.edit !== undefined && table.template?.edit !== undefined;

  /** What was typed on the cell before its field had the focus. */
  const typed = ref<TypedText>(nothingTyped);

  /** Enter on the cell itself or F2, unless the host draws controls in it; a text replaces the value, Delete removes it. */
  function onKeydown(event: KeyboardEvent, cell: GridCell): boolean {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (ctrlKey || metaKey || altKey) return false;
    const isOnCell = target === cell.element;
    if (isOnCell && typedOn === cell.element) {
      // The field does not have the focus yet.
      const { text } = typed.value;
      if (key === 'Enter') typed.value = { text, isEntered: true };
      else if ([...key].length === 1) typed.value = { text: text + key, isEntered: false };

      return true;
    }
    const isKey = key === 'F2' ? cell.column.meta.slot !== true : key === 'Enter' && isOnCell;
    if (isKey && !shiftKey) {
      if (canEdit(cell)) return open(cell);

      return key === 'F2' && isOnCell && refuse(cell, '{column} cannot be edited here.');
    }
    if (!isOnCell || table.template?.edit === undefined) return false;
    if (key === 'Delete' || key === 'Backspace') return clear(cell);

    return takesText(key, cell) && open(cell, key);
  }

  /** The cell that the text was typed on, until its edit ends. */
  let typedOn: HTMLElement | null = null;
  watch(
    () => table.editing,
    (editing) => {
      if (editing === null) typedOn = null;
    },
  );

  function open({ rowId, column, element }: GridCell, text = ''): true {
    typed.value = { text, isEntered: false };
    typedOn = text === '' ? null : element;
    void table.startEdit(rowId, column.name).then((isOpen) => {
      if (!isOpen) typedOn = null;
    });

    return true;
  }

  function clear(cell: GridCell): boolean {
    if (!canEdit(cell)) return refuse(cell, '{column} cannot be edited here.');
    if (cell.column.edit?.required) return refuse(cell, '{column} needs a value.');
    void remove(cell);

    return true;
  }

  async function remove({ rowId, column }: GridCell): Promise<void> {
    typed.value = nothingTyped;
    if (await table.startEdit(rowId, column.name)) await table.commitEdit(null);
  }

  /** Says once why a key does nothing. False if there is nothing to edit in the whole table. */
  function refuse({ column }: GridCell, text: string): boolean {
    if (table.template?.edit === undefined) return false;
    const message = table.translate(text, { column: table.translate(column.label) });
    if (!table.notices.some((notice) => notice.message === message)) table.notify('info', message);

    return true;
  }

  /** A field of a date has parts, of which a first character would be lost; `/` and `?` are keys of the table. */
  const takesText = (key: string, cell: GridCell) =>
    [...key].length === 1 && !/[\s/?]/.test(key) && canEdit(cell) && cell.column.edit?.type !== 'date';

  return {
    canEdit,
    typed,
    open: (cell: GridCell) => open(cell),
    onKeydown,
    /** The edit has ended. `moveOn` is loaded with the editor. */
    afterEdit: async (edited: EditedPlace, then: AfterEdit, moveOn: MoveOn): Promise<void> => {
      const next = await moveOn(table, edited, then, (place) =>
        focusCellOrGrid(cellElement(table, grid.value, place), grid.value),
      );
      if (!next) return;
      typed.value = nothingTyped;
      void table.startEdit(next.row, next.column);
    },
    onDblclick(event: MouseEvent, cell: GridCell): void {
      const isControl = event.target instanceof Element && event.target.closest('a, button, input, .rh-slot');
      if (!isControl && canEdit(cell)) open(cell);
    },
  };
}
