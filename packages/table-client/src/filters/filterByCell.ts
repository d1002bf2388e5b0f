import type { InitColumn } from '@rowhouse/table-protocol';
import { longestValue, specialNumber } from '@rowhouse/table-protocol/internal';
import { exactValue } from '../cells/exactValue.ts';
import type { WhereCondition, WhereNode } from '../conditions/Where.ts';
import { exceededLimit, whereMembers, whereOfMembers } from '../conditions/whereMembers.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { FilterChoice } from './Filters.ts';

export interface CellFilter {
  /** The filters that the table has. */
  readonly choices: readonly FilterChoice[];
  /** The filter that the condition is added to. */
  readonly where: WhereNode | null;
  /** Format of date columns that have none of their own. */
  readonly dateFormat?: string | undefined;
}

/**
 * The table's filter with the condition that a column has the value of a cell, or with `exclude` that it does not. Another
 * value that the column has to have is replaced. Null if the column cannot be filtered by its cells, or the filter would
 * exceed the limits.
 */
export function filterByCell(
  column: InitColumn,
  row: TableRow,
  { choices, where, dateFormat }: CellFilter,
  exclude = false,
): WhereNode | null {
  const condition = cellCondition(column, row, { choices, dateFormat }, exclude);
  if (!condition) return null;
  const others = whereMembers(where).filter(
    (node) => !(isSame(node, condition) || (!exclude && isReplaced(node, condition))),
  );
  const added = whereOfMembers([...others, condition]);

  return added && exceededLimit(added) === null ? added : null;
}

function cellCondition(
  column: InitColumn,
  row: TableRow,
  { choices, dateFormat }: Pick<CellFilter, 'choices' | 'dateFormat'>,
  exclude: boolean,
): WhereCondition | null {
  const choice =
    column.meta.filterable && !column.resource ? choices.find(({ data }) => data === column.data) : undefined;
  if (!choice || column.data === undefined) return null;
  const { data } = choice;
  const exact = exactValue(column, row, dateFormat);
  if (exact.kind === 'empty') return { data, operator: exclude ? 'isNotEmpty' : 'isEmpty' };
  const value = filterValue(choice, exact, column.meta.cents);

  return value === null ? null : { data, operator: exclude ? 'isNot' : 'is', value };
}

/** The value of a cell as the filter takes it; null if its cells show something else. */
function filterValue(
  { type }: FilterChoice,
  exact: Exclude<ReturnType<typeof exactValue>, { kind: 'empty' }>,
  isCents: boolean,
): string | boolean | null {
  switch (type) {
    case 'boolean':
      return exact.kind === 'boolean' ? exact.value : null;
    case 'date':
      return exact.kind === 'date' ? exact.day : null;
    case 'number':
      if (exact.kind === 'text') return specialNumber(exact.text);
      if (exact.kind !== 'number') return null;
      return isCents ? inCents(exact.text) : exact.text;
    case 'enum':
    case 'string':
      return 'text' in exact && exact.text.trim() !== '' && exact.text.length <= longestValue
        ? exact.text
        : null;
    default:
      return null;
  }
}

/** A plain decimal times a hundred, as the database has it. */
function inCents(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const digits = whole + fraction.slice(0, 2).padEnd(2, '0');
  const rest = fraction.slice(2).replace(/0+$/, '');

  return `${decimal.startsWith('-') ? '-' : ''}${digits.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
}

const isSame = (node: WhereNode, condition: WhereCondition) =>
  JSON.stringify(node) === JSON.stringify(condition);

/** Another value of the same column, which would exclude all rows. */
function isReplaced(node: WhereNode, { data }: WhereCondition): boolean {
  return 'operator' in node && node.data === data && (node.operator === 'is' || node.operator === 'isEmpty');
}
