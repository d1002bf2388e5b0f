import type { CellsOfRow } from '@rowhouse/table-protocol';
import { cellsLimits, type EditValue } from '@rowhouse/table-protocol/internal';
import { plainText, valueReader } from '../cells/describeCell.ts';
import { editableValue } from '../cells/exactValue.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { CellRange } from './Pasting.ts';
import { placeTexts } from './placeTexts.ts';
import { readTable } from './readTable.ts';

/** The table on the page. */
export interface PageCells {
  readonly rows: readonly TableRow[];
  readonly columns: readonly TableColumn[];
  readonly dateFormat: string | undefined;
  rowId(row: TableRow): RowId;
}

/** A change of a block, as it is sent, and what it leaves out. */
export interface BlockCells {
  readonly rows: readonly CellsOfRow[];
  readonly cells: number;
  readonly omitted: { readonly rows: number; readonly columns: number };
  /** Columns whose cells are in the block, but cannot be edited. */
  readonly readOnly: readonly TableColumn[];
}

/** Texts of a clipboard over a block. */
export function pastedCells(page: PageCells, block: CellRange, text: string): BlockCells {
  const { range, textAt, omitted } = placeTexts(readTable(text), block, {
    rows: page.rows.length,
    columns: page.columns.length,
  });

  return cellsOf(page, range, (row, column) => ({ text: textAt(row, column) }), omitted);
}

/** The first row of a block in all of its rows; for a single row, the row above. */
export function filledCells(page: PageCells, block: CellRange): BlockCells {
  const first = block.top < block.bottom ? block.top : block.top - 1;
  const source = page.rows[first];
  const valueAt = (column: number): Content => {
    const of = page.columns[column];
    if (source === undefined || of === undefined) return { value: null };
    const value = editableValue(of, source, page.dateFormat);
    const shown = plainText(valueReader(of.name)(source));

    // A reference is found by what the cell shows of it.
    return value === null && shown !== '' ? { text: shown } : { value };
  };
  const range = { ...block, top: first + 1 };

  return source === undefined
    ? { rows: [], cells: 0, omitted: { rows: 0, columns: 0 }, readOnly: [] }
    : cellsOf(page, range, (_row, column) => valueAt(column), { rows: 0, columns: 0 });
}

type Content = { readonly text: string } | { readonly value: EditValue };

function cellsOf(
  { rows, columns, rowId }: PageCells,
  { top, bottom, start, end }: CellRange,
  contentAt: (row: number, column: number) => Content,
  omitted: BlockCells['omitted'],
): BlockCells {
  const inBlock = columns.slice(start, end + 1);
  const editable = inBlock.filter(({ edit }) => edit).slice(0, cellsLimits.columns);
  const last = Math.min(bottom, top + cellsLimits.rows - 1);
  const sent = rows.slice(top, last + 1).map((row, index): CellsOfRow => {
    const contents = editable.map(
      (column) => [column.name, contentAt(top + index, columns.indexOf(column))] as const,
    );
    const ofKind = <Kind extends 'text' | 'value'>(kind: Kind) =>
      contents.flatMap(([name, content]) => (kind in content ? [[name, Reflect.get(content, kind)]] : []));
    const [texts, values] = [ofKind('text'), ofKind('value')];

    return {
      row: rowId(row),
      ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
      ...(values.length > 0 && { values: Object.fromEntries(values) }),
      expected: Object.fromEntries(editable.map(({ name }) => [name, row[name]])),
      expectedExact: Object.fromEntries(editable.map(({ name }) => [name, row._exact?.[name] ?? null])),
    };
  });

  return {
    rows: editable.length === 0 ? [] : sent,
    cells: sent.length * editable.length,
    readOnly: inBlock.filter(({ edit }) => !edit),
    omitted: {
      rows: omitted.rows + Math.max(0, bottom - last),
      columns: omitted.columns + Math.max(0, inBlock.filter(({ edit }) => edit).length - editable.length),
    },
  };
}
