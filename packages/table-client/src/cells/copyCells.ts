import type { InitColumn } from '@rowhouse/table-protocol';
import { harmlessText } from '@rowhouse/table-protocol/internal';
import { decimalMark } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { TableRow } from '../table/TableRow.ts';
import { describeCell } from './describeCell.ts';
import { type ExactValue, exactValue } from './exactValue.ts';

/** Cells in both forms that spreadsheets paste: lines of fields separated by tabs, and a table of HTML with types. */
export interface CopiedCells {
  readonly text: string;
  readonly html: string;
}

export interface CopyOptions {
  readonly translate: Translate;
  /** Format of date columns that have none of their own. */
  readonly dateFormat?: string | undefined;
  /** The labels of the columns as the first line. */
  readonly headers?: boolean;
}

/**
 * The cells of rows as an export has them: numbers exact and without separators of thousands, dates in ISO 8601, labels of
 * listed values, texts that are never taken for formulas. Decimals have the separator of the page's language, as a
 * spreadsheet of that language expects.
 */
export function copyCells(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  { translate, dateFormat, headers = false }: CopyOptions,
): CopiedCells {
  const decimal = decimalMark();
  const describe = columns.map((column) =>
    cellWriter(column, { translate, dateFormat: column.dateFormat ?? dateFormat, decimal }),
  );
  const labels = headers ? [columns.map(({ label }) => textCell(translate(label)))] : [];
  const lines = [...labels, ...rows.map((row) => describe.map((cell) => cell(row)))];

  return {
    text: lines.map((line) => line.map(({ text }) => field(text)).join('\t')).join('\n'),
    html: htmlTable(lines),
  };
}

interface CopiedCell {
  readonly text: string;
  /** Attributes by which Excel, LibreOffice and Google Sheets know the type. */
  readonly type: string;
}

interface CellOptions {
  readonly translate: Translate;
  readonly dateFormat: string | undefined;
  readonly decimal: string;
}

const aligns = { left: '', center: '', right: '' };
/** Digits that a spreadsheet's numbers have. */
const mostDigits = 15;

function cellWriter(column: TableColumn, { translate, dateFormat, decimal }: CellOptions) {
  const shown = describeCell(column, { translate, align: [], aligns });

  return (row: TableRow): CopiedCell => {
    const exact = exactValue(column, row, dateFormat);
    switch (exact.kind) {
      case 'empty':
        return { text: '', type: '' };
      case 'number':
        return numberCell(exact.text, decimal);
      case 'boolean':
        return { text: String(exact.value), type: ` x:bool="${exact.value ? 'TRUE' : 'FALSE'}"` };
      case 'date':
        return { text: isoText(exact), type: '' };
      default:
        return textCell(labelOf(column, shown.text, exact.text));
    }
  };
}

/** Labels of listed and translated values; other texts as they are. */
function labelOf(column: InitColumn, text: (value: unknown) => string, plain: string): string {
  return column.enum || column.meta.translatable ? text(plain) : plain;
}

function isoText({ day, time }: ExactValue & { readonly kind: 'date' }): string {
  return time === null ? day : `${day} ${time}`;
}

function numberCell(plain: string, decimal: string): CopiedCell {
  const text = plain.replace('.', decimal);
  // More digits than a spreadsheet keeps.
  if (plain.replaceAll(/\D/g, '').replace(/^0+/, '').length > mostDigits) return { ...textCell(text), text };

  return { text, type: ` x:num="${plain}" sdval="${plain}"` };
}

function textCell(text: string): CopiedCell {
  return {
    text: harmlessText(printable(text)),
    type: ` x:str style="mso-number-format:'\\@'" sdnum="1033;0;@"`,
  };
}

/** Without control characters, which no spreadsheet shows. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '');
}

/** Quoted where a tab, a line end or a quote is part of it, as spreadsheets do. */
function field(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function htmlTable(lines: readonly (readonly CopiedCell[])[]): string {
  const rows = lines.map(
    (line) => `<tr>${line.map(({ text, type }) => `<td${type}>${htmlText(text)}</td>`).join('')}</tr>`,
  );

  return `<meta charset="utf-8"><table xmlns:x="urn:schemas-microsoft-com:office:excel"><tbody>${rows.join('')}</tbody></table>`;
}

/** A line end within the cell, which Excel would otherwise take for another row. */
const lineEnd = '<br style="mso-data-placement:same-cell">';

function htmlText(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
    .replaceAll(/\r\n|\r|\n/g, lineEnd);
}
