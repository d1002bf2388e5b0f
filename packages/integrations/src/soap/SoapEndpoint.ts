import type { IOptions, ISecurity } from 'soap';
import {
  type AllOrNothing,
  type CallOptions,
  type CustomHeaders,
  type Endpoint,
  Method,
  type Retry,
  type Timeout,
  type UsesAuth,
  type UsesBasicAuth,
} from '../Endpoint.ts';

type Awaitable<T> = T | Promise<T>;

/** A call to a SOAP service. Its methods are called again for every attempt. */
export interface SoapEndpoint extends Endpoint {
  /** The WSDL: its URL (http or https), the path of a file, or the XML itself. */
  wsdl(): Awaitable<string>;
  /** Name of the operation in the WSDL. */
  operation(): Awaitable<string>;
  /** Arguments of the operation by name; null for none. */
  arguments(): Awaitable<object | null>;
  options(): Awaitable<SoapOptions>;
}

/** Headers of the envelope: objects by element name, or XML. */
export interface SoapHeaders {
  soapHeaders(): Awaitable<readonly (object | string)[]>;
}

/** Options of the `soap` package, except those that this package replaces. */
type LibraryOptions = Omit<
  IOptions,
  | 'disableCache'
  | 'endpoint'
  | 'encoding'
  | 'httpClient'
  | 'overridePromiseSuffix'
  | 'parseReponseAttachments'
  | 'parseResponseAttachments'
  | 'request'
  | 'returnSaxStream'
  | 'stream'
  | 'wsdlCache'
  | 'wsdl_options'
>;

export interface SoapOptions extends LibraryOptions, Omit<CallOptions, 'sink'> {
  /** URL to call instead of that in the WSDL. */
  readonly location?: string;
  /** Seconds for an attempt, loading the WSDL included. The endpoint's `timeout()` in milliseconds applies, too. */
  readonly connection_timeout?: number;
  /** False to return failed responses instead of throwing faults. Defaults to true. */
  readonly exceptions?: boolean;
  /** False to keep no envelopes in the response. Defaults to true. */
  readonly trace?: boolean;
  /** Milliseconds to cache the WSDL; 3,600,000 by default, 0 to disable. */
  readonly wsdlCache?: number;
  /** Security of the `soap` package, such as WSSecurity. For TLS certificates use `dispatcher`. */
  readonly security?: ISecurity;
}

/** A SOAP endpoint with any capabilities that it supports. */
export type AnySoapEndpoint = SoapEndpoint &
  AllOrNothing<UsesAuth> &
  AllOrNothing<UsesBasicAuth> &
  AllOrNothing<CustomHeaders> &
  AllOrNothing<Retry> &
  AllOrNothing<Timeout> &
  AllOrNothing<SoapHeaders> & {
    readonly parameters?: never;
    readonly asForm?: never;
    readonly attachments?: never;
  };

/**
 * Base class of SOAP endpoints, which define `wsdl()`, `operation()` and `arguments()`. Its `url()` is for the log until
 * the WSDL is loaded: the URL of the WSDL, or else the location, or else the operation.
 */
export abstract class BaseSoapEndpoint implements SoapEndpoint {
  abstract wsdl(): string | Promise<string>;
  abstract operation(): string | Promise<string>;
  abstract arguments(): object | null | Promise<object | null>;

  options(): SoapOptions | Promise<SoapOptions> {
    return {};
  }

  method(): Method {
    return Method.POST;
  }

  async url(): Promise<string> {
    const wsdl = await this.wsdl();
    const isAddress = wsdl !== '' && !wsdl.trimStart().startsWith('<');

    return isAddress ? wsdl : ((await this.options()).location ?? this.operation());
  }

  body(): object | null | Promise<object | null> {
    return this.arguments();
  }
}
