import type { CallLog } from '../CallRecord.ts';
import type { Mask } from '../mask/Mask.ts';
import { maskCall, recordOf } from './maskCall.ts';
import type { UnmaskedCall } from './UnmaskedCall.ts';

type AddUnmasked = (call: UnmaskedCall, mask: Mask) => void;

const ownLogs = new WeakMap<CallLog, { readonly add: CallLog['add']; readonly addUnmasked: AddUnmasked }>();

/** Marks a log that masks calls itself, later. Logs that are made of it, with an `add` of their own, are not marked. */
export function masksItself(log: CallLog, addUnmasked: AddUnmasked): void {
  ownLogs.set(log, { add: log.add, addUnmasked });
}

/** Adds a call to a log: as it is where the log masks it, and masked for any other. */
export function logCall(log: CallLog, call: UnmaskedCall, mask: Mask): void {
  const own = ownLogs.get(log);
  if (own !== undefined && own.add === log.add) own.addUnmasked(call, mask);
  else log.add(recordOf(maskCall(call, mask)));
}
