import { say } from '@rowhouse/problems';
import type { RequestRules } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { parseRowId } from './rowIds.ts';
import { isNothing, member, toInteger, type UnknownRecord } from './scalars.ts';

/** The largest row index, within the range of offsets in all databases. */
const largestStart = 2 ** 31 - 1;

/** `meta.start`. Defaults to 0. An index after the last row is valid: the page is empty. */
export function parseStart(meta: UnknownRecord, faults: Faults): number {
  const value = member(meta, 'start');
  if (isNothing(value)) {
    return 0;
  }
  const start = toInteger(value);
  if (start === undefined || start < 0 || start > largestStart) {
    faults.add(
      'meta.start',
      say`${describe(value)} is not a row index; send a whole number from 0 to ${largestStart}.`,
    );
    return 0;
  }
  return start;
}

/** `meta.length`. Defaults to the first of the length menu. Any length up to the menu's largest is accepted. */
export function parseLength(meta: UnknownRecord, rules: RequestRules, faults: Faults): number {
  const value = member(meta, 'length');
  const fallback = rules.lengthMenu[0]!;
  if (isNothing(value)) {
    return fallback;
  }
  const length = toInteger(value);
  const largest = Math.max(...rules.lengthMenu);
  if (length === undefined || length < 1 || length > largest) {
    faults.add(
      'meta.length',
      say`${describe(value)} is not a page length; send a whole number from 1 to ${largest}.`,
    );
    return fallback;
  }
  return length;
}

/** The member `row`, which is `meta.row` of a data request: the identifier of one row, as text; null if missing. */
export function parseRow(meta: UnknownRecord, faults: Faults, path = 'meta.row'): string | null {
  const value = member(meta, 'row');

  if (isNothing(value)) {
    return null;
  }

  return parseRowId(value, path, faults);
}
