import type { RowId, TableColumn, TableRow, Translate } from '../TableController.ts';
import { describeCell } from './describeCell.ts';

const surroundings = { align: [], aligns: { left: '', center: '', right: '' } };

/** What a person knows a row by: the first text among its columns, or else its identifier. */
export function rowName(
  columns: readonly TableColumn[],
  row: TableRow,
  id: RowId,
  translate: Translate,
): { readonly label: string; readonly name: string } {
  for (const column of columns) {
    const { kind, isNumber, value, text } = describeCell(column, { translate, ...surroundings });
    const name = isNumber || kind === 'boolean' || kind === 'icon' ? '' : text(value(row)).trim();

    if (name !== '') return { label: translate(column.label), name };
  }

  return { label: translate('Row'), name: String(id) };
}
