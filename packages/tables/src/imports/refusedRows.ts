import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { FileCell, RowsFile } from './files/FileRows.ts';
import { type ImportFailure, readFailures } from './importRecords.ts';
import { rowChunks } from './rowChunks.ts';

export interface RefusedOptions {
  /** Header of the column with the reasons. */
  readonly reason: string;
  /** The sentence about a fault, in the language of the reader. */
  readonly faultText: (fault: ImportFailure['faults'][number]) => string;
  /** How the language of the reader writes the decimal point of numbers, which have no form in a spreadsheet. */
  readonly decimal: string;
}

/** Failures that are read together. */
const batch = 1000;

/**
 * A CSV file of the refused rows of an import, with the reason in its first column. Corrected, it can be imported: the column
 * is then left out. The separator is `;` where numbers have a comma.
 */
export function refusedRows<DB>(
  db: Kysely<DB>,
  {
    run,
    file,
    headers,
  }: { readonly run: number; readonly file: RowsFile; readonly headers: readonly string[] },
  options: RefusedOptions,
): Readable {
  return Readable.from(lines(db, { run, file, headers }, options));
}

async function* lines<DB>(
  db: Kysely<DB>,
  {
    run,
    file,
    headers,
  }: { readonly run: number; readonly file: RowsFile; readonly headers: readonly string[] },
  { reason, faultText, decimal }: RefusedOptions,
): AsyncGenerator<string> {
  const separator = decimal === ',' ? ';' : ',';
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`;
  const textOf = (cell: FileCell) => {
    if (cell === null || typeof cell === 'string') return cell ?? '';

    return cell.type === 'number' ? cell.text.replace('.', decimal) : cell.text;
  };
  yield `\ufeff${line([reason, ...headers])}`;
  let failures = await readFailures(db, run, 0, batch);
  for await (const chunk of rowChunks(file, 0)) {
    let text = '';
    for (const { row, cells } of chunk) {
      const [first] = failures;
      if (first?.row !== row) continue;
      const sentences = first.faults.map(
        (fault) => `${fault.column === null ? '' : `${fault.column}: `}${faultText(fault)}`,
      );
      text += line([sentences.join(' '), ...headers.map((_, index) => textOf(cells[index] ?? null))]);
      failures = failures.slice(1);
      if (failures.length === 0) failures = await readFailures(db, run, row, batch);
    }
    if (text !== '') yield text;
    if (failures.length === 0) return;
  }
}

/** In quotes where it has to be. The texts are the user's own. */
function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) || text.trim() !== text
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
