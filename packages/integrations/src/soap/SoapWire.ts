import type { IHttpClient } from 'soap';
import type { Attempt } from '../attempts/makeAttempt.ts';
import type { Client } from '../Client.ts';
import type { CallOptions } from '../Endpoint.ts';
import { type IntegrationError, invalidEndpoint } from '../errors.ts';
import { buildHeaders } from '../request/buildHeaders.ts';
import { sendRequest, TransportError, type TransportResponse, transportError } from '../Transport.ts';
import { envelopeText } from './envelopeText.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';

interface WireContext extends Pick<Attempt, 'preparing' | 'sending'> {
  readonly endpoint: AnySoapEndpoint;
  readonly client: Client;
  readonly token: string | null;
  readonly signal: AbortSignal;
  readonly options: CallOptions;
  /** Receives errors that the `soap` package throws in callbacks. */
  broken(error: unknown): void;
}

type Headers = Readonly<Record<string, unknown>>;

/** HTTP client of the `soap` package for one attempt, over the client's transport. */
export class SoapWire implements Pick<IHttpClient, 'request'> {
  readonly #context: WireContext;
  /** The sent envelope and its response. */
  exchanged: { readonly envelope: string; readonly response: TransportResponse } | null = null;

  constructor(context: WireContext) {
    this.#context = context;
  }

  // The package's types require an axios response, which it does not use.
  request: IHttpClient['request'] = (address, envelope: string | null, callback, headers: Headers = {}) => {
    const answered =
      envelope === null ? this.#describe(address, headers) : this.#call(address, envelope, headers);

    return answered
      .then(
        ({ status, headers, data }) => callback(null, { status, headers, data }, data),
        (error) => callback(error),
      )
      .catch(this.#context.broken) as ReturnType<IHttpClient['request']>;
  };

  /** Loads a WSDL or a part of it. Nothing has reached the service yet, so the attempt can always be repeated. */
  async #describe(address: string, given: Headers) {
    const { endpoint, client, signal, options, preparing } = this.#context;
    const url = soapAddress(endpoint, address, 'wsdl()');
    const headers = {
      accept: 'text/xml, application/xml, */*;q=0.8',
      'user-agent': client.userAgent,
      ...lowerCased(given),
    };
    preparing({ method: 'GET', url: url.href, headers, body: null, token: null });

    try {
      const response = await sendRequest(client.transport, {
        method: 'GET',
        url,
        headers,
        body: null,
        signal,
        options,
      });
      if (response.status === 200) return readable(response);
      if (!isPassing(response.status)) throw refused(endpoint, url, response.status);

      throw transportError('refused.wsdl', {
        parameters: { status: response.status },
        mayHaveArrived: false,
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;

      const { reason, message, fault } = error;
      throw new TransportError(reason, message, { mayHaveArrived: false, cause: error, fault });
    }
  }

  async #call(address: string, envelope: string, given: Headers) {
    const { endpoint, client, token, signal, options, sending } = this.#context;
    const url = soapAddress(endpoint, address, 'the location');
    const { 'content-type': contentType = 'text/xml; charset=utf-8', ...others } = lowerCased(given);
    const built = await buildHeaders(endpoint, {
      token,
      userAgent: client.userAgent,
      accept: 'text/xml, application/soap+xml, multipart/related;q=0.5',
      body: { body: envelope, contentType, shown: envelope },
    });
    const headers = { ...others, ...built };
    sending({ method: 'POST', url: url.href, headers, body: envelope, token });

    const response = await sendRequest(client.transport, {
      method: 'POST',
      url,
      headers,
      body: envelope,
      signal,
      options,
    });
    this.exchanged = { envelope, response };
    return readable(response);
  }
}

function readable(response: TransportResponse) {
  return {
    status: response.status,
    headers: response.headers,
    data: envelopeText(response, { inlines: true }),
  };
}

/** Whether the WSDL may be available soon. */
function isPassing(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

function refused(endpoint: AnySoapEndpoint, url: URL, status: number): IntegrationError {
  return invalidEndpoint(
    endpoint,
    `.wsdl() is ${url.href}, which returned status ${status}; use the URL of a WSDL.`,
  );
}

function lowerCased(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** Parses a URL. Throws `integrations.invalid_endpoint` with the origin of the URL, but not the URL itself. */
function soapAddress(endpoint: AnySoapEndpoint, address: string, from: string): URL {
  const url = URL.parse(address);

  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalidEndpoint(endpoint, `: ${from} is not a URL; use an absolute one with http or https.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidEndpoint(
      endpoint,
      `: ${from} has credentials; return them from username() and password(), or use wsdl_headers.`,
    );
  }
  url.hash = '';
  return url;
}
