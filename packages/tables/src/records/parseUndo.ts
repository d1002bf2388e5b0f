import { say } from '@rowhouse/problems';
import { undoPayload } from '@rowhouse/table-protocol/internal';
import { readRequestId } from '../edit/parseEdit.ts';
import { Faults } from '../request/parse/Faults.ts';
import { checkMembers, isRecord, member, readRecord } from '../request/parse/scalars.ts';
import type { RecordRequest } from './parseRecord.ts';

/** Whether a payload is to undo a change. */
export function isUndo(payload: unknown): boolean {
  return isRecord(payload) && Object.hasOwn(payload, 'undo');
}

/** Reads the body of an undo. */
export function parseUndo(
  payload: unknown,
): Pick<RecordRequest, 'params' | 'locale'> & { readonly undo: string } {
  const faults = new Faults();
  const given = readRecord(payload, 'body', faults);
  checkMembers(given, { known: Object.keys(undoPayload.properties), of: say`an edit`, path: '' }, faults);
  const undo = readRequestId(member(given, 'undo'), faults, 'undo');
  if (undo === null && !faults.has('undo'))
    faults.add('undo', 'Send the `undo` of the response of the change.');
  faults.throwIfAny();

  return { undo: undo ?? '', params: member(given, 'params'), locale: member(given, 'locale') };
}
