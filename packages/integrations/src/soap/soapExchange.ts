import type { Exchange } from '../attempts/Exchange.ts';
import type { Client } from '../Client.ts';
import type { CallOptions } from '../Endpoint.ts';
import { IntegrationError } from '../errors.ts';
import { longestTimer } from '../longestTimer.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import { invalidEndpoint } from '../request/invalidEndpoint.ts';
import { TransportError } from '../Transport.ts';
import { bearerToken } from '../tokens/bearerToken.ts';
import { findOperation } from './findOperation.ts';
import { loadSoap } from './loadSoap.ts';
import { openWsdl } from './openWsdl.ts';
import { maskFault, readFault } from './readFault.ts';
import type { SoapAnswer } from './SoapAnswer.ts';
import type { AnySoapEndpoint, SoapOptions } from './SoapEndpoint.ts';
import { SoapWire } from './SoapWire.ts';

/** An attempt over SOAP: the envelope is written and read by the `soap` package, and carried by the client's transport. */
export function soapExchange(
  endpoint: AnySoapEndpoint,
  client: Client,
  secrets: CallSecrets,
): Exchange<SoapAnswer> {
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

    const { answer, envelope } = wire.exchanged;
    const soapFault = readFault(error);
    const fault = soapFault && error instanceof Error ? maskFault(error, secrets.mask) : null;
    const isAnswered = answer.status >= 200 && answer.status <= 299;
    return {
      ...answer,
      fault: fault?.message ?? (error && isAnswered ? 'The answer is no SOAP message.' : null),
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

        // The package's sign for a body that is empty, or not there: then there is no message.
        const isMessage = typeof result === 'object' && result !== null && 'Body' in result;
        resolve({ error: isMessage ? null : new Error('There is no message.'), soapHeaders });
      });
    } catch (error) {
      resolve({ error });
    }
  });
}

/** Why there was no exchange: no answer, or an envelope that cannot be written. */
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
      `.options() has connection_timeout of ${seconds}; let it be seconds, more than 0.`,
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
