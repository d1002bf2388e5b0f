import type { CallPayload, CallRecord } from '../CallRecord.ts';
import { CallSecrets } from '../mask/CallSecrets.ts';
import { bodyText } from '../mask/createMask.ts';
import type { KnownSecrets } from '../mask/KnownSecrets.ts';
import type { Mask } from '../mask/Mask.ts';
import { readHeaders, type UnmaskedCall, type UnmaskedMessage } from './UnmaskedCall.ts';

/** A record whose payload is JSON text, as the database takes it. */
export interface MaskedCall extends Omit<CallRecord, 'payload'> {
  readonly payload: string;
}

/** A message as its mask shows it. */
interface ShownMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** Masks a call, and in its response also the secrets that it has sent. */
export function maskCall(call: UnmaskedCall, mask: Mask): MaskedCall {
  const { request, response, secrets, ...rest } = call;
  const sent = { ...request, headers: readHeaders(request.headers) };
  const shownUrl = mask.url(call.url);
  const shownRequest = shown(sent, mask);
  const known = new CallSecrets(mask);
  for (const secret of secrets) known.add(secret);
  // What a caller sends to this server is repeated in its own response only where the application does so.
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
    payload: hidden?.json(payload) ?? payload,
  };
}

/** The record that a log gets which takes masked records only. */
export function recordOf({ payload, ...rest }: MaskedCall): CallRecord {
  return { ...rest, payload: JSON.parse(payload) as CallPayload };
}

function shown({ headers, body, contentType }: UnmaskedMessage, mask: Mask): ShownMessage {
  return { headers: mask.headers(readHeaders(headers)), body: bodyText(mask, body, contentType) };
}

/** Before the body is cut, so that no part of a secret stays. */
function without(known: KnownSecrets | null, message: UnmaskedMessage): UnmaskedMessage {
  return known === null ? message : { ...message, body: known.body(message.body, message.contentType) };
}

function messageText({ headers, body }: ShownMessage): string {
  return `{"headers":${JSON.stringify(headers)},"body":${body}}`;
}

function errorText(error: string, mask: Mask, known: KnownSecrets | null): string {
  return known === null ? mask.text(error) : known.text(mask.text(known.text(error)));
}
