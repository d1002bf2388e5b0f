import { say } from '@rowhouse/problems';
import { linkedRows } from '@rowhouse/table-protocol/internal';
import type { LinkedRequest } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { checkMembers, isNothing, member, readBoolean, readRecord, type UnknownRecord } from './scalars.ts';

/** `linked`: the rows that rows of another table link; null if missing. That table's own rules check its filters. */
export function parseLinked(value: unknown, faults: Faults): LinkedRequest | null {
  if (isNothing(value)) return null;
  const given = readRecord(value, 'linked', faults);
  checkMembers(given, { known: Object.keys(linkedRows.properties), of: 'linked', path: 'linked' }, faults);
  const table = readName(given, 'table', faults);
  const by = readName(given, 'by', faults);
  const filters = readRecord(member(given, 'filters'), 'linked.filters', faults);
  const negated = readBoolean(member(given, 'negated'), false, 'linked.negated', faults);
  // Otherwise every row that any other links would match.
  if (Object.keys(filters).length === 0 && !faults.has('linked.filters')) {
    faults.add('linked.filters', 'There are no filters; send those that select the rows that link.');
  }

  return { table, by, filters, negated };
}

function readName(given: UnknownRecord, name: 'table' | 'by', faults: Faults): string {
  const value = member(given, name);
  if (typeof value === 'string' && value !== '') return value;
  faults.add(
    `linked.${name}`,
    say`${describe(value)} is not a name; send it as the table of the record names it.`,
  );

  return '';
}
