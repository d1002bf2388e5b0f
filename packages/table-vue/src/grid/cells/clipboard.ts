import type { TableColumn, TableController } from '@rowhouse/table-client';
import { copyCells } from '@rowhouse/table-client/internal';
import type { CopyScope } from './CellMenu.vue';
import type { GridCell } from './gridCell.ts';
import type { BlockCells } from './useCellBlock.ts';

/**
 * Puts a cell, the block that it belongs to, or its row on the clipboard, as text and as a table. Returns the number of cells, and
 * rejects if the browser does not allow it.
 */
export function copyPart(
  table: TableController,
  { row, column }: Pick<GridCell, 'row' | 'column'>,
  part: CopyScope,
  block: BlockCells | null,
): Promise<number> {
  const isRow = part === 'row';
  const columns = isRow ? table.columns.filter(({ visible }) => visible) : [column];
  const cells = (!isRow && block) || { rows: [row], columns };

  return writeCells(table, cells, part === 'headers');
}

/** The same for a column with its header. */
export function copyColumn(table: TableController, column: TableColumn): Promise<number> {
  return writeCells(table, { rows: table.rows, columns: [column] }, true);
}

async function writeCells(
  { translate, template }: TableController,
  { rows, columns }: BlockCells,
  headers: boolean,
): Promise<number> {
  const dateFormat = template?.dateFormat;
  const { text, html } = copyCells(rows, columns, { translate, dateFormat, headers });
  const count = rows.length * columns.length;
  // `navigator.clipboard` is missing on pages without TLS.
  if (copyByEvent(text, html)) return count;
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    }),
  ]);

  return count;
}

function copyByEvent(text: string, html: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = true;
  };
  document.addEventListener('copy', onCopy, true);

  try {
    // Deprecated, but the only way on pages without TLS.
    return document.execCommand('copy') && isCopied;
  } finally {
    document.removeEventListener('copy', onCopy, true);
  }
}
