import type { IHttpClient } from 'soap';
import type { Attempt } from '../attempts/Exchange.ts';
import type { Client } from '../Client.ts';
import type { CallOptions } from '../Endpoint.ts';
import type { IntegrationError } from '../errors.ts';
import { buildHeaders } from '../request/buildHeaders.ts';
import { invalidEndpoint } from '../request/invalidEndpoint.ts';
import { TransportError, type TransportResponse } from '../Transport.ts';
import { sendRequest } from '../transport/sendRequest.ts';
import { answerText } from './answerText.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';
import { soapAddress } from './soapAddress.ts';

export interface WireContext extends Pick<Attempt, 'preparing' | 'sending'> {
  readonly endpoint: AnySoapEndpoint;
  readonly client: Client;
  readonly token: string | null;
  readonly signal: AbortSignal;
  readonly options: CallOptions;
  /** Called with what the `soap` package throws where nobody can catch it. */
  broken(error: unknown): void;
}

type Headers = Readonly<Record<string, unknown>>;

/** Carries what the `soap` package sends, for one attempt: over the client's transport instead of a client of its own. */
export class SoapWire implements Pick<IHttpClient, 'request'> {
  readonly #context: WireContext;
  /** The envelope that was sent, and what was answered. */
  exchanged: { readonly envelope: string; readonly answer: TransportResponse } | null = null;

  constructor(context: WireContext) {
    this.#context = context;
  }

  // The package's own types promise axios, and nothing looks at it.
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

  /** Asks for a description, or a part of one. Nothing has reached the service yet, so it can always be repeated. */
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
      const answer = await sendRequest(client.transport, {
        method: 'GET',
        url,
        headers,
        body: null,
        signal,
        options,
      });
      if (answer.status === 200) return readable(answer);
      if (!isPassing(answer.status)) throw refused(endpoint, url, answer.status);

      throw new TransportError('refused', `The WSDL was answered with status ${answer.status}.`, {
        mayHaveArrived: false,
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;

      throw new TransportError(error.reason, error.message, { mayHaveArrived: false, cause: error });
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

    const answer = await sendRequest(client.transport, {
      method: 'POST',
      url,
      headers,
      body: envelope,
      signal,
      options,
    });
    this.exchanged = { envelope, answer };
    return readable(answer);
  }
}

function readable(answer: TransportResponse) {
  return { status: answer.status, headers: answer.headers, data: answerText(answer) };
}

/** A description that is not there now, and may be soon. */
function isPassing(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

function refused(endpoint: AnySoapEndpoint, url: URL, status: number): IntegrationError {
  return invalidEndpoint(
    endpoint,
    `.wsdl() is ${url.href}, which was answered with status ${status}; let it be the address of a WSDL.`,
  );
}

function lowerCased(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
