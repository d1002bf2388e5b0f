import { say } from '@rowhouse/problems';
import { editPayload, fits } from '@rowhouse/table-protocol/internal';
import { TableError } from '../errors.ts';
import { describe, Faults } from '../request/parse/Faults.ts';
import { parseRow } from '../request/parse/page.ts';
import { checkMembers, isNothing, isRecord, member, remedyFor } from '../request/parse/scalars.ts';
import type { SeenCell } from './seenCell.ts';

/** A client's request to change a cell; its value is not parsed yet. */
export interface EditRequest extends SeenCell {
  readonly row: string;
  readonly column: string;
  readonly value: unknown;
  readonly version: string | null;
  readonly requestId: string | null;
  readonly params: unknown;
  /** As in the data request. */
  readonly locale: unknown;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reads the body of an edit. Throws `tables.malformed_request` for anything but an object, and `tables.invalid_request`
 * with every fault under its path. A column that is not editable is refused like one that does not exist.
 */
export function parseEdit(
  payload: unknown,
  { editable, hasVersion }: { readonly editable: readonly string[]; readonly hasVersion: boolean },
): EditRequest {
  if (!isRecord(payload)) {
    throw new TableError(
      'tables.malformed_request',
      'The request is not an object; send a JSON object with row, column and value.',
    );
  }
  const faults = new Faults();
  checkMembers(payload, { known: Object.keys(editPayload.properties), of: say`an edit`, path: '' }, faults);
  const row = parseRow(payload, faults, 'row');
  const column = member(payload, 'column');
  if (member(payload, 'row') === '') {
    const reason =
      'An empty text means no row, so a row whose identifier is empty cannot be edited; give it a key.';
    faults.add('row', reason);
  } else if (isNothing(member(payload, 'row'))) {
    faults.add('row', 'Send the row identifier, as rows have it.');
  }
  if (typeof column !== 'string' || !editable.includes(column)) {
    const remedy = remedyFor(column, editable);
    faults.add('column', say`${describe(column)} is not an editable column of this table; ${remedy}`);
  }
  if (!Object.hasOwn(payload, 'value')) faults.add('value', 'Send the new value, or null for none.');
  const version = readVersion(member(payload, 'version'), hasVersion, faults);
  const expectedExact = payload.expectedExact;
  if (expectedExact !== undefined && !fits(editPayload.properties.expectedExact, expectedExact)) {
    const reason = say`${describe(expectedExact)} is not an exact value; send it as \`_exact\` of the row has it, or null.`;
    faults.add('expectedExact', reason);
  }
  const requestId = readRequestId(member(payload, 'requestId'), faults);
  faults.throwIfAny();

  return {
    row: row ?? '',
    column: String(column),
    value: payload.value,
    expected: Object.hasOwn(payload, 'expected') ? { cell: payload.expected } : null,
    expectedExact: expectedExact as string | null | undefined,
    version,
    requestId,
    params: member(payload, 'params'),
    locale: member(payload, 'locale'),
  };
}

/** UUID of a change, in lower case; null if none was sent. */
export function readRequestId(requestId: unknown, faults: Faults, path = 'requestId'): string | null {
  if (isNothing(requestId)) return null;
  if (typeof requestId === 'string' && uuid.test(requestId)) return requestId.toLowerCase();
  faults.add(path, say`${describe(requestId)} is not a UUID; send one, or leave it out.`);

  return null;
}

/** The version of a row as text; null if none was sent. */
export function readVersion(
  version: unknown,
  isKnown: boolean,
  faults: Faults,
  path = 'version',
): string | null {
  if (isNothing(version)) return null;
  if (!isKnown) {
    faults.add(path, 'Rows of this table have no version; send `expected`, or leave it out.');

    return null;
  }
  if (!fits(editPayload.properties.version, version)) {
    faults.add(path, say`${describe(version)} is not a version; send it as the row has it.`);

    return null;
  }

  return String(version);
}
