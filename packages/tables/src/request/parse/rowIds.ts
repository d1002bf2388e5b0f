import { say } from '@rowhouse/problems';
import { longestValue, mostRowIds } from '@rowhouse/table-protocol/internal';
import type { RequestRules } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { isNothing, member, toInteger, type UnknownRecord, unstorable } from './scalars.ts';

/**
 * `only` or `except`: identifiers of rows, as text; null if missing. An empty `only` is refused: if it were ignored,
 * all rows would match.
 */
export function parseRowIds(
  payload: UnknownRecord,
  name: 'only' | 'except',
  { selectable }: Pick<RequestRules, 'selectable'>,
  faults: Faults,
): readonly string[] | null {
  const given = member(payload, name);

  if (given === undefined || given === null) return null;
  if (!Array.isArray(given)) {
    faults.add(name, say`${describe(given)} is not a list of row identifiers; send a list or leave it out.`);
    return null;
  }
  if (given.length === 0) {
    if (name === 'only')
      faults.add(name, 'The list is empty; send the identifiers of rows, or leave it out for all.');
    return null;
  }
  if (!selectable) {
    faults.add(name, 'Rows of this table cannot be selected; leave it out.');
    return null;
  }
  if (given.length > mostRowIds) {
    faults.add(name, say`It lists ${given.length} rows; send at most ${mostRowIds}.`);
    return null;
  }

  return [...new Set(given.flatMap((id, index) => parseRowId(id, `${name}.${index}`, faults) ?? []))];
}

/** `confirmed`: the number of rows that a user has confirmed; null if missing. */
export function parseConfirmed(payload: UnknownRecord, faults: Faults): number | null {
  const value = member(payload, 'confirmed');

  if (isNothing(value)) return null;
  const rows = toInteger(value);
  if (rows === undefined || rows < 0) {
    faults.add(
      'confirmed',
      say`${describe(value)} is not a number of rows; send the number that the user has confirmed, or leave it out.`,
    );

    return null;
  }

  return rows;
}

/** The identifier of a row, as text; null after a fault. */
export function parseRowId(value: unknown, path: string, faults: Faults): string | null {
  if ((typeof value !== 'string' && !Number.isFinite(value)) || String(value).length > longestValue) {
    faults.add(
      path,
      say`${describe(value)} is not a row identifier; send a text or a number, as rows have it under dtRowId.`,
    );

    return null;
  }

  const text = String(value);
  const fault = unstorable(text);
  if (fault !== null) faults.add(path, say`The row identifier ${fault}`);

  return fault === null ? text : null;
}
