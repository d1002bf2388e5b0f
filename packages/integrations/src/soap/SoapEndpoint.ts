import type { IOptions, ISecurity } from 'soap';
import type {
  AllOrNothing,
  CallOptions,
  CustomHeaders,
  Endpoint,
  Retry,
  Timeout,
  UsesAuth,
  UsesBasicAuth,
} from '../Endpoint.ts';

type Awaitable<T> = T | Promise<T>;

/** A call to a SOAP service. Asked anew for every attempt. */
export interface SoapEndpoint extends Endpoint {
  /** The description of the service: its address (http or https), the path of a file, or the XML itself. */
  wsdl(): Awaitable<string>;
  /** As the description names it. */
  operation(): Awaitable<string>;
  /** What the operation takes, by name; null for nothing. */
  arguments(): Awaitable<object | null>;
  options(): Awaitable<SoapOptions>;
}

/** Goes into the envelope's header: objects, by element name, or XML as it is. */
export interface SoapHeaders {
  soapHeaders(): Awaitable<readonly (object | string)[]>;
}

/** What the `soap` package understands of its own, but for what this package does instead of it. */
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
  /** Address that is called instead of that of the description. */
  readonly location?: string;
  /** Seconds for an attempt, its description included. Where the endpoint's time in milliseconds is shorter, that counts. */
  readonly connection_timeout?: number;
  /** False: a failed response is answered, and no fault thrown. True by default. */
  readonly exceptions?: boolean;
  /** False: the response keeps no envelopes. True by default. */
  readonly trace?: boolean;
  /** Milliseconds that the description is kept for further calls; 3,600,000 by default, and 0 is not at all. */
  readonly wsdlCache?: number;
  /** Of the `soap` package, such as its WSSecurity. TLS certificates are given by `dispatcher`. */
  readonly security?: ISecurity;
}

/** A SOAP endpoint with any capabilities that go with it, each of them wholly or not at all. */
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
