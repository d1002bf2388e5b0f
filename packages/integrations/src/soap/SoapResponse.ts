/** A fault of SOAP 1.1 or 1.2, as it was answered. */
export interface SoapFault {
  readonly code: string;
  readonly message: string;
  /** Elements by name; null when there is none. */
  readonly detail: unknown;
}

/** What a SOAP service answered. Printed or logged as a whole, it shows nothing of that. */
export interface SoapResponse<Result = unknown> {
  /** Of HTTP. */
  readonly status: number;
  /** Of the envelope, by element name; null when there are none. */
  readonly headers: unknown;
  /** Attempts that were made. */
  readonly tries: number;
  /** What the operation answers; null when it failed. */
  readonly result: Result | null;
  /** Null when it succeeded, and when it failed without a fault. */
  readonly fault: SoapFault | null;
  /** The envelope that was sent, secrets masked; null without `trace`. */
  readonly rawRequest: string | null;
  /** The same of what was answered. */
  readonly rawResponse: string | null;
  /** Whether the status is outside of 200 to 299, there is a fault, or the answer cannot be read. */
  failed(): boolean;
  /** Throws the original fault when it failed, or an IntegrationError when there is none; answers itself otherwise. */
  throw(): this;
}
