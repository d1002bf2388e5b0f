import { randomUUID } from 'node:crypto';
import {
  type AttachesFiles,
  type CustomHeaders,
  type Endpoint,
  Method,
  type Outcome,
  onlyTransient,
  type QueryParameters,
  type RequestOptions,
  type Retry,
  type Timeout,
  type Token,
  type UsesAuth,
} from '@rowhouse/integrations';

export interface Shipment {
  readonly recipient: string;
  readonly city: string;
  /** Kilograms. */
  readonly weight: number;
}

/** What all calls to the courier have in common. */
abstract class CourierEndpoint implements Endpoint, UsesAuth, Retry {
  readonly #base: string;
  readonly #token: Token;

  constructor(base: string, token: Token) {
    this.#base = base;
    this.#token = token;
  }
  abstract method(): Method;
  protected abstract path(): string;

  url() {
    return `${this.#base}${this.path()}`;
  }
  body(): unknown {
    return null;
  }
  tokenProvider() {
    return this.#token;
  }
  tries() {
    return 3;
  }
  delay(attempt: number) {
    return attempt * 200;
  }
  jitter() {
    return 0.5;
  }
  /** A refused shipment stays refused; only what passes by itself is worth another attempt. */
  retryable(outcome: Outcome) {
    return onlyTransient(outcome);
  }
}

/** A POST, and repeated all the same: the courier books a shipment once for each Idempotency-Key. */
export class BookShipment extends CourierEndpoint implements CustomHeaders {
  readonly #shipment: Shipment;
  readonly #key = randomUUID();

  constructor(base: string, token: Token, shipment: Shipment) {
    super(base, token);
    this.#shipment = shipment;
  }
  method() {
    return Method.POST;
  }
  path() {
    return '/shipments';
  }
  override body() {
    return this.#shipment;
  }
  headers() {
    return { 'idempotency-key': this.#key };
  }
  isSafeToRepeat() {
    return true;
  }
}

/** Sent as multipart/form-data, read from disk while it is sent. */
export class UploadInvoice extends CourierEndpoint implements AttachesFiles {
  readonly #awb: string;
  readonly #file: string;

  constructor(base: string, token: Token, awb: string, file: string) {
    super(base, token);
    this.#awb = awb;
    this.#file = file;
  }
  method() {
    return Method.POST;
  }
  path() {
    return `/shipments/${encodeURIComponent(this.#awb)}/documents`;
  }
  override body() {
    return { kind: 'invoice' };
  }
  attachments() {
    return [{ name: 'file', filename: 'invoice.pdf', content: this.#file, type: 'application/pdf' }];
  }
}

/** Streamed into a file, which is there only when it is whole. */
export class DownloadLabel extends CourierEndpoint implements RequestOptions, Timeout {
  readonly #awb: string;
  readonly #file: string;

  constructor(base: string, token: Token, awb: string, file: string) {
    super(base, token);
    this.#awb = awb;
    this.#file = file;
  }
  method() {
    return Method.GET;
  }
  path() {
    return `/shipments/${encodeURIComponent(this.#awb)}/label`;
  }
  options() {
    return { sink: this.#file };
  }
  timeout() {
    return 60_000;
  }
}

export class TrackParcel extends CourierEndpoint implements QueryParameters {
  readonly #awb: string;

  constructor(base: string, token: Token, awb: string) {
    super(base, token);
    this.#awb = awb;
  }
  method() {
    return Method.GET;
  }
  path() {
    return '/tracking';
  }
  parameters() {
    return { awb: this.#awb, language: 'en' };
  }
}
