import type { Faults } from './Faults.ts';
import { describe } from './printable.ts';
import { isNothing, member, type UnknownRecord, unstorable } from './scalars.ts';

/** More characters than an identifier has that a page's address can carry. */
const longest = 1000;

/** `meta.row`: the identifier of one row, as text; null when not given. */
export function parseRow(meta: UnknownRecord, faults: Faults): string | null {
  const value = member(meta, 'row');

  if (isNothing(value)) {
    return null;
  }
  if ((typeof value !== 'string' && !Number.isFinite(value)) || String(value).length > longest) {
    faults.add(
      'meta.row',
      `${describe(value)} is not a row identifier; send a text or a number, as rows have it under dtRowId.`,
    );

    return null;
  }

  const text = String(value);
  const fault = unstorable(text);
  if (fault !== null) faults.add('meta.row', `The row identifier ${fault}`);

  return fault === null ? text : null;
}
