import { numberText } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { TableRow } from '../table/TableRow.ts';
import { numberDecorator } from './describeCell.ts';
import { exactValue } from './exactValue.ts';

/** What a block of cells adds up to. */
export interface BlockFigures {
  /** Cells with a value. */
  readonly filled: number;
  /** Of the columns with formatted or totalled numbers, in their order: label and sum for users. */
  readonly sums: readonly { readonly label: string; readonly sum: string }[];
}

export function blockFigures(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  translate: Translate,
): BlockFigures {
  const values = columns.map((column) => ({ column, cells: rows.map((row) => exactValue(column, row)) }));

  return {
    filled: values.flatMap(({ cells }) => cells).filter(({ kind }) => kind !== 'empty').length,
    sums: values.flatMap(({ column, cells }) => {
      const numbers = cells.flatMap((cell) => (cell.kind === 'number' ? [cell.text] : []));
      if (!isAmount(column) || numbers.length === 0) return [];
      const text = numberText(exactSum(numbers));

      return {
        label: translate(column.label),
        sum: column.number ? numberDecorator(column.number)(text) : text,
      };
    }),
  };
}

/** Whether the numbers of a column are amounts, and not keys or years. */
function isAmount({ number, meta }: TableColumn): boolean {
  return number !== undefined || meta.total || meta.average || meta.cents;
}

/** Of plain decimals, with as many digits as the longest has. */
function exactSum(numbers: readonly string[]): string {
  const scale = Math.max(...numbers.map((number) => number.split('.')[1]?.length ?? 0));
  const units = numbers.reduce((sum, number) => {
    const [whole = '0', decimals = ''] = number.split('.');

    return sum + BigInt(whole + decimals.padEnd(scale, '0'));
  }, 0n);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';

  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
