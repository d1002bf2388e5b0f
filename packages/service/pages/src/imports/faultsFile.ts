import type { ImportFault } from '@rowhouse/table-protocol';
import { translate } from '../i18n/translate.ts';

/**
 * A CSV file of faults for a spreadsheet program, in UTF-8 with its mark. The separator is `;` where numbers have a comma, as these
 * programs expect it.
 */
export function faultsFile(faults: readonly ImportFault[], locale: string | null): Blob {
  const decimal = new Intl.NumberFormat(locale ?? 'en').format(0.5).charAt(1);
  const separator = decimal === ',' ? ';' : ',';
  const line = (cells: readonly string[]) => `${cells.map(quoted).join(separator)}\r\n`;
  const header = line([translate('Row'), translate('Column'), translate('Reason')]);
  const lines = faults.map(({ row, column, message }) => line([String(row), column ?? '', message]));

  return new Blob(['\ufeff', header, ...lines], { type: 'text/csv;charset=utf-8' });
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
