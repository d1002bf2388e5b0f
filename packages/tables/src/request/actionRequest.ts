import { say } from '@rowhouse/problems';
import { initMeta } from '@rowhouse/table-protocol/internal';
import { TableError } from '../errors.ts';
import { Faults } from './parse/Faults.ts';
import { checkMembers, isNothing, member, readRecord, type UnknownRecord } from './parse/scalars.ts';
import { metaMembers, payloadMembers, readPayload } from './parseRequest.ts';

/**
 * Members of `init` that clients send back. With a table request, `selection` means nothing: the action is for the whole
 * result, unless its button is for the selected rows.
 */
const initMembers = ['apiVersion', 'template', 'selection'];
const initMetaMembers = Object.keys(initMeta.properties).filter((name) => !metaMembers.includes(name));

/**
 * The table request of an action. Other clients send only `selection`, the identifiers of the selected rows, for a button
 * that has it: they are the request's `only`.
 *
 * Throws `tables.malformed_request` for a payload without a table request, which always has `meta`: a client or a proxy
 * has lost it. An action must not treat this as a request for all rows.
 */
export function readActionRequest(
  payload: unknown,
  { takesSelection }: { readonly takesSelection: boolean },
): UnknownRecord {
  const given = readPayload(payload);
  const { selection, ...rest } = given;
  const isSelection = takesSelection && selection !== undefined && selection !== null;
  const isNamedTwice = isSelection && Object.hasOwn(given, 'only');
  const request = isSelection && !isNamedTwice ? { ...rest, meta: given.meta ?? {}, only: selection } : given;

  if (isNothing(member(request, 'meta'))) {
    throw new TableError(
      'tables.malformed_request',
      'The request has no "meta", so the rows of the action are unknown. Send the table request with at least "meta". ' +
        'If the client drops the body of a DELETE request, use PATCH or POST for the button.',
    );
  }
  if (isNamedTwice) {
    const faults = new Faults();
    faults.add('selection', 'selection and only exclude each other; send one of them.');
    faults.throwIfAny();
  }
  assertKnownMembers(request);

  return request;
}

/**
 * Throws `tables.invalid_request` for members that the protocol does not define, which other requests ignore: a misspelt
 * one would let an action change more rows than were meant.
 */
export function assertKnownMembers(payload: unknown): void {
  const given = readPayload(payload);
  const faults = new Faults();
  const of = say`the request of an action`;
  checkMembers(given, { known: [...payloadMembers, ...initMembers], of, path: '' }, faults);
  checkMembers(
    readRecord(member(given, 'meta'), 'meta', faults),
    { known: [...metaMembers, ...initMetaMembers], of: '`meta`', path: 'meta' },
    faults,
  );
  faults.throwIfAny();
}
