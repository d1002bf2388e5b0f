import type { CallLog, CallPayload, CallRecord } from '../CallRecord.ts';
import { mapParameters } from '../callFaults.ts';
import { CallSecrets } from '../mask/CallSecrets.ts';
import { bodyText } from '../mask/createMask.ts';
import { parseExact } from '../mask/exactJson.ts';
import type { KnownSecrets } from '../mask/KnownSecrets.ts';
import type { Mask } from '../mask/Mask.ts';
import { readHeaders, type UnmaskedCall, type UnmaskedMessage } from './UnmaskedCall.ts';

/** A record whose payload is JSON text, for the database. */
export interface MaskedCall extends Omit<CallRecord, 'payload'> {
  readonly payload: string;
}

/** A masked message. */
interface ShownMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** Masks a call. In its response, secrets that the call has sent are masked, too. */
export function maskCall(call: UnmaskedCall, mask: Mask): MaskedCall {
  const { request, response, secrets, ...rest } = call;
  const sent = { ...request, headers: readHeaders(request.headers) };
  const shownUrl = mask.url(call.url);
  const shownRequest = shown(sent, mask);
  const known = new CallSecrets(mask);
  for (const secret of secrets) known.add(secret);
  // An inbound response repeats secrets of its request only if the application does so.
  if (call.direction === 'Outbound') {
    known.learn({ url: call.url, ...sent }, { url: shownUrl, ...shownRequest });
  }
  const hidden = known.known;
  const shownResponse = response && shown(without(hidden, response), mask);
  const payload = `{"request":${messageText(shownRequest)},"response":${shownResponse === null ? 'null' : messageText(shownResponse)}}`;

  return {
    ...rest,
    url: hidden?.text(shownUrl) ?? shownUrl,
    error: call.error === null ? null : errorText(call.error, mask, hidden),
    fault: mapParameters(call.fault ?? null, (text) => errorText(text, mask, hidden)),
    payload: hidden?.json(payload) ?? payload,
  };
}

/** Parses the payload again, for logs that take masked records. It is written with the numbers that it has. */
export function recordOf({ payload, ...rest }: MaskedCall): CallRecord {
  return { ...rest, payload: parseExact(payload) as CallPayload };
}

function shown({ headers, body, contentType }: UnmaskedMessage, mask: Mask): ShownMessage {
  return { headers: mask.headers(readHeaders(headers)), body: bodyText(mask, body, contentType) };
}

/** Done before the body is truncated, so that no part of a secret remains. */
function without(known: KnownSecrets | null, message: UnmaskedMessage): UnmaskedMessage {
  return known === null ? message : { ...message, body: known.body(message.body, message.contentType) };
}

function messageText({ headers, body }: ShownMessage): string {
  return `{"headers":${JSON.stringify(headers)},"body":${body}}`;
}

function errorText(error: string, mask: Mask, known: KnownSecrets | null): string {
  return known === null ? mask.text(error) : known.text(mask.text(known.text(error)));
}

type AddUnmasked = (call: UnmaskedCall, mask: Mask) => void;

const ownLogs = new WeakMap<CallLog, { readonly add: CallLog['add']; readonly addUnmasked: AddUnmasked }>();

/** Marks a log that masks calls later by itself. Copies of it with another `add` are not marked. */
export function masksItself(log: CallLog, addUnmasked: AddUnmasked): void {
  ownLogs.set(log, { add: log.add, addUnmasked });
}

/** Adds a call to a log: unmasked if the log masks it, otherwise masked. */
export function logCall(log: CallLog, call: UnmaskedCall, mask: Mask): void {
  const own = ownLogs.get(log);
  if (own !== undefined && own.add === log.add) own.addUnmasked(call, mask);
  else log.add(recordOf(maskCall(call, mask)));
}
