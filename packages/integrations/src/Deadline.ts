import type { TransportRequest } from './Transport.ts';

/** Ends an attempt, with a reason. Its signal is made when it is first read. */
export class Deadline {
  #reason: unknown = undefined;
  #isOver = false;
  #controller: AbortController | null = null;
  #listener: (() => void) | null = null;

  get isOver(): boolean {
    return this.#isOver;
  }

  get reason(): unknown {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#isOver) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Of the transport that sends the request now; null when it has ended. */
  onEnd(listener: (() => void) | null): void {
    this.#listener = listener;
  }

  end(reason: unknown): void {
    if (this.#isOver) return;

    this.#isOver = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#listener?.();
  }
}

const deadlines = new WeakMap<TransportRequest, Deadline>();

/** The request with its deadline: for a transport that heeds the deadline instead of the signal. */
export function withDeadline(
  request: Omit<TransportRequest, 'signal'>,
  deadline: Deadline,
): TransportRequest {
  const { method, url, headers, body, options } = request;
  const timed: TransportRequest = {
    method,
    url,
    headers,
    body,
    options,
    get signal() {
      return deadline.signal;
    },
  };
  deadlines.set(timed, deadline);

  return timed;
}

/** Null of requests that were made elsewhere, copies among them: their signal may be another one. */
export function deadlineOf(request: TransportRequest): Deadline | null {
  return deadlines.get(request) ?? null;
}
