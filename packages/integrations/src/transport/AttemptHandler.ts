import type { Dispatcher } from 'undici';
import { TransportError, type TransportResponse } from '../Transport.ts';
import type { BodyReader } from './BodyReader.ts';

/**
 * Receives one response from undici. Unlike undici's `request`, it knows whether the request was written, and can be
 * ended at any time, also while connecting.
 */
export class AttemptHandler implements Dispatcher.DispatchHandler {
  /** Whether the other side may have received the request. */
  sent = false;
  readonly #url: string;
  readonly #readerFor: (status: number, headers: TransportResponse['headers']) => BodyReader;
  readonly #ended = Promise.withResolvers<TransportResponse>();
  #controller: Dispatcher.DispatchController | null = null;
  #reader: BodyReader | null = null;
  #status = 0;
  #headers: TransportResponse['headers'] = {};
  #failure: Error | null = null;

  constructor(url: string, readerFor: (status: number, headers: TransportResponse['headers']) => BodyReader) {
    this.#url = url;
    this.#readerFor = readerFor;
  }

  get isEnded(): boolean {
    return this.#failure !== null;
  }

  get received(): Promise<TransportResponse> {
    return this.#ended.promise;
  }

  /** Ends the request in any state. */
  end(reason: Error): void {
    if (this.#failure) return;

    this.#failure = reason;
    this.#controller?.abort(reason);
    const discarded = this.#reader?.discard();
    if (discarded) {
      discarded.then(() => this.#ended.reject(reason));
    } else {
      this.#ended.reject(reason);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) {
      controller.abort(this.#failure);
    } else {
      this.sent = true;
    }
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#failure) return;

    this.#status = status;
    this.#headers = joined(headers);
    try {
      this.#reader = this.#readerFor(status, this.#headers);
    } catch (error) {
      this.end(asError(error));
      return;
    }
    this.#reader.attach?.({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      fail: (error) => this.end(error),
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#failure) return;
    try {
      this.#reader?.add(chunk);
    } catch (error) {
      this.end(asError(error));
    }
  }

  onResponseEnd(): void {
    if (this.#failure || !this.#reader) return;

    const body = this.#reader.whole();
    if (body instanceof Promise) {
      body.then(
        (whole) => this.#receive(whole),
        (error) => this.end(asError(error)),
      );
    } else {
      this.#receive(body);
    }
  }

  #receive(body: Uint8Array): void {
    this.#ended.resolve({ status: this.#status, headers: this.#headers, url: this.#url, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new TransportError('other', String(error), { mayHaveArrived: true });
}

/** Joins repeated headers, except set-cookie, whose values contain commas. */
function joined(headers: Record<string, string | string[] | undefined>): TransportResponse['headers'] {
  const result: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    if (name === 'set-cookie') result[name] = [value].flat();
    else result[name] = headerText(Array.isArray(value) ? value.join(', ') : value);
  }
  return result;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** A value that undici has read as Latin-1: names of files and addresses are often sent in UTF-8. */
function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return strictUtf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
