import type { ReadonlySignal } from '@preact/signals-core';
import type { InitTemplate, RefusedCell } from '@rowhouse/table-protocol';
import { plainText, rowName } from '../cells/describeCell.ts';
import { shownText } from '../cells/exactValue.ts';
import type { Translate } from '../language/translator.ts';
import type { BlockCells, PageCells } from './blockCells.ts';
import type { RefusedShown } from './Pasting.ts';

/** A refused cell with the names of its row and column, and both values after a change of another user. */
export function shownRefusal(
  { row: id, column: name, message, current, reason }: RefusedCell,
  block: BlockCells,
  { rows, columns, rowId }: PageCells,
  {
    template,
    translate,
  }: { readonly template: ReadonlySignal<InitTemplate | null>; readonly translate: Translate },
): RefusedShown {
  const isMeant = (other: string | number) => String(other) === String(id);
  const column = columns.find((each) => each.name === name);
  const row = rows.find((each) => isMeant(rowId(each))) ?? {};
  const sent = block.rows.find((each) => isMeant(each.row));
  const named = rowName({ columns, rowName: template.value?.rowName }, row, id, translate);
  const conflict = column &&
    reason === 'changed' && {
      theirs: shownText(column, { ...row, [name]: current }, translate),
      mine: plainText(sent?.texts?.[name] ?? sent?.values?.[name]),
    };

  return {
    row: named.name,
    column: translate(column?.label ?? name),
    message,
    conflict: conflict || null,
  };
}
