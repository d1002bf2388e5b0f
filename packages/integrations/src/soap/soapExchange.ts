import type { SoapMethod } from 'soap';
import type { Exchange } from '../attempts/makeAttempt.ts';
import type { Client } from '../Client.ts';
import { longestTimer } from '../Deadline.ts';
import type { CallOptions } from '../Endpoint.ts';
import { IntegrationError, invalidEndpoint } from '../errors.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import { bearerToken } from '../Token.ts';
import { TransportError } from '../Transport.ts';
import { findOperation, loadSoap, openWsdl } from './openWsdl.ts';
import type { AnySoapEndpoint, SoapOptions } from './SoapEndpoint.ts';
import type { SoapAttemptResponse } from './SoapResponse.ts';
import { SoapWire } from './SoapWire.ts';
import { soapArguments } from './soapArguments.ts';
import { maskFault, readFault } from './soapFault.ts';

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
    const { attributesKey } = options;
    for (const header of headers) {
      const written =
        typeof header === 'string'
          ? header
          : writable(endpoint, 'soapHeaders', () => soapArguments(header, { attributesKey }));
      service.addSoapHeader(written);
    }
    if (options.security) service.setSecurity(options.security);

    const { call, inputTypes, isOneWay } = findOperation(endpoint, service, await endpoint.operation());
    const given = writable(endpoint, 'arguments', () =>
      soapArguments(sent ?? {}, { attributesKey, types: inputTypes }),
    );
    const {
      error: reported,
      result,
      soapHeaders,
    } = await Promise.race([invoke(call, given), broken.promise]);
    if (wire.exchanged === null) throw unsent(endpoint, reported);

    const { response, envelope } = wire.exchanged;
    const isSuccess = response.status >= 200 && response.status <= 299;
    const soapFault = readFault(reported);
    const needsNoMessage = isOneWay || (isAccepted(response.status) && isBlank(response.body));
    const error = isSuccess && soapFault === null && needsNoMessage ? null : reported;
    const fault = soapFault && error instanceof Error ? maskFault(error, secrets.mask) : null;
    return {
      ...response,
      fault: fault?.message ?? (error && isSuccess ? 'The response is not a SOAP message.' : null),
      result: error || isOneWay ? null : (result ?? null),
      soapHeaders: soapHeaders ?? null,
      soapFault,
      error: fault,
      envelope: options.trace === false ? null : envelope,
      throws: options.exceptions !== false,
    };
  };
}

/** Statuses of requests that are worked on later, or have no result. */
function isAccepted(status: number): boolean {
  return status === 202 || status === 204;
}

function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => byte <= 0x20);
}

async function invoke(call: SoapMethod, sent: object) {
  return new Promise<{ error: unknown; result?: unknown; soapHeaders?: unknown }>((resolve) => {
    try {
      call(sent, (error, result, _, soapHeaders, envelope) => {
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

  return invalidEndpoint(endpoint, `.arguments() cannot be sent: ${unsentReason(error)}.`);
}

function unsentReason(error: unknown): string {
  return error instanceof RangeError
    ? 'it refers to itself, or is too deep'
    : 'the soap package cannot write it';
}

/** What `method` of the endpoint returns, as it is written. Throws `integrations.invalid_endpoint`. */
function writable(endpoint: AnySoapEndpoint, method: string, write: () => object): object {
  try {
    return write();
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : unsentReason(error);
    throw invalidEndpoint(endpoint, `.${method}() cannot be sent: ${reason}.`);
  }
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
