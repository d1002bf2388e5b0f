import type { TableColumn, TableRow } from '@rowhouse/table-client';
import { type CopyOptions, copyCells } from '@rowhouse/table-client/internal';

/** Puts cells on the clipboard, as text and as a table. Rejects if the browser does not allow it. */
export async function writeCells(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  options: CopyOptions,
): Promise<void> {
  const { text, html } = copyCells(rows, columns, options);
  // `navigator.clipboard` is missing on pages without TLS.
  if (copyByEvent(text, html)) return;
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    }),
  ]);
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
