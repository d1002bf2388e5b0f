import type { Exchange } from '../attempts/makeAttempt.ts';
import type { Client } from '../Client.ts';
import { longestTimer } from '../Deadline.ts';
import type { CallOptions } from '../Endpoint.ts';
import { IntegrationError, invalidEndpoint } from '../errors.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import type { Mask } from '../mask/Mask.ts';
import { bearerToken } from '../Token.ts';
import { TransportError } from '../Transport.ts';
import { findOperation, loadSoap, openWsdl } from './openWsdl.ts';
import type { AnySoapEndpoint, SoapOptions } from './SoapEndpoint.ts';
import type { SoapAttemptResponse, SoapFault } from './SoapResponse.ts';
import { SoapWire } from './SoapWire.ts';

/** An attempt over SOAP: the `soap` package writes and parses envelopes, the client's transport sends them. */
export function soapExchange(
  endpoint: AnySoapEndpoint,
  client: Client,
  secrets: CallSecrets,
): Exchange<SoapAttemptResponse> {
  return async ({ deadline, preparing, sending }) => {
    const url = await endpoint.url();
    preparing({ method: 'POST', url, headers: {}, body: null, token: null });
    const soap = await loadSoap();
    const options = await endpoint.options();
    const sent = await endpoint.arguments();
    const headers = (await endpoint.soapHeaders?.()) ?? [];
    const provider = endpoint.tokenProvider?.();
    const token = provider ? await bearerToken(provider) : null;
    secrets.addFrom(sent);
    secrets.addFrom(headers);
    secrets.add(token);
    secrets.add(await endpoint.password?.());

    const broken = Promise.withResolvers<never>();
    broken.promise.catch(() => {});
    const wire = new SoapWire({
      endpoint,
      client,
      token,
      signal: withinTime(endpoint, deadline.signal, options),
      options: callOptions(options),
      preparing,
      sending,
      broken: broken.reject,
    });
    const service = await Promise.race([openWsdl(endpoint, { soap, client, options, wire }), broken.promise]);
    for (const header of headers) service.addSoapHeader(header);
    if (options.security) service.setSecurity(options.security);

    const call = findOperation(endpoint, service, await endpoint.operation());
    const { error, result, soapHeaders } = await Promise.race([invoke(call, sent), broken.promise]);
    if (wire.exchanged === null) throw unsent(endpoint, error);

    const { response, envelope } = wire.exchanged;
    const soapFault = readFault(error);
    const fault = soapFault && error instanceof Error ? maskFault(error, secrets.mask) : null;
    const isSuccess = response.status >= 200 && response.status <= 299;
    return {
      ...response,
      fault: fault?.message ?? (error && isSuccess ? 'The response is not a SOAP message.' : null),
      result: error ? null : (result ?? null),
      soapHeaders: soapHeaders ?? null,
      soapFault,
      error: fault,
      envelope: options.trace === false ? null : envelope,
      throws: options.exceptions !== false,
    };
  };
}

type Operation = ReturnType<typeof findOperation>;

async function invoke(call: Operation, sent: object | null) {
  return new Promise<{ error: unknown; result?: unknown; soapHeaders?: unknown }>((resolve) => {
    try {
      call(sent ?? {}, (error, result, _, soapHeaders, envelope) => {
        if (error || envelope !== undefined) return resolve({ error: error ?? null, result, soapHeaders });

        // The package reports an empty or missing body in this way.
        const isMessage = typeof result === 'object' && result !== null && 'Body' in result;
        resolve({ error: isMessage ? null : new Error('There is no message.'), soapHeaders });
      });
    } catch (error) {
      resolve({ error });
    }
  });
}

/** Why nothing was exchanged: no response, or an envelope that cannot be written. */
function unsent(endpoint: AnySoapEndpoint, error: unknown): Error {
  if (error instanceof TransportError || error instanceof IntegrationError) return error;

  const fault =
    error instanceof RangeError ? 'it refers to itself, or is too deep' : 'the soap package cannot write it';
  return invalidEndpoint(endpoint, `.arguments() cannot be sent: ${fault}.`);
}

function withinTime(
  endpoint: AnySoapEndpoint,
  signal: AbortSignal,
  { connection_timeout: seconds }: SoapOptions,
): AbortSignal {
  if (seconds === undefined) return signal;
  if (!(Number.isFinite(seconds) && seconds > 0)) {
    throw invalidEndpoint(
      endpoint,
      `.options() has connection_timeout of ${seconds}; use seconds, more than 0.`,
    );
  }
  return AbortSignal.any([signal, AbortSignal.timeout(Math.min(seconds * 1000, longestTimer))]);
}

function callOptions({ dispatcher, maxRedirections, maxResponseSize }: SoapOptions): CallOptions {
  return {
    ...(dispatcher && { dispatcher }),
    ...(maxRedirections !== undefined && { maxRedirections }),
    ...(maxResponseSize !== undefined && { maxResponseSize }),
  };
}

/** The fault in an error of the `soap` package; null for other errors. */
function readFault(error: unknown): SoapFault | null {
  const fault = at(error, 'root', 'Envelope', 'Body', 'Fault');
  if (typeof fault !== 'object' || fault === null) return null;

  return {
    code: text(at(fault, 'faultcode') ?? at(fault, 'Code', 'Value')),
    message: text(at(fault, 'faultstring') ?? at(fault, 'Reason', 'Text')),
    detail: at(fault, 'detail') ?? at(fault, 'Detail') ?? null,
  };
}

/**
 * Masks message, stack and fault of an error, and removes request and response, which the package attaches, so that it
 * can be thrown.
 */
export function maskFault(error: Error, mask: Mask): Error {
  const fault = at(error, 'root', 'Envelope', 'Body', 'Fault');
  error.message = mask.text(error.message);
  error.stack = mask.text(error.stack ?? '');
  Reflect.deleteProperty(error, 'response');
  Reflect.deleteProperty(error, 'body');

  return Object.assign(error, { root: { Envelope: { Body: { Fault: maskParts(fault, mask) } } } });
}

/** Masks by name, then every text again, since only `mask.text` knows the secrets that the call has sent. */
function maskParts(fault: unknown, mask: Mask): unknown {
  return JSON.parse(JSON.stringify(mask.body(fault, null)), (_, part) =>
    typeof part === 'string' ? mask.text(part) : part,
  );
}

/** An element with attributes is an object. */
function text(value: unknown): string {
  const content = at(value, '$value') ?? value ?? '';
  return typeof content === 'object' ? JSON.stringify(content) : String(content);
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  );
}
