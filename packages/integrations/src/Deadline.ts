import type { TransportRequest } from './Transport.ts';

/** Ends an attempt, with a reason. Its signal is created on first use, since signals are expensive. */
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

  /** Sets the listener of the transport that is sending the request; null to remove it. */
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

/** Attaches a deadline to a request, for transports that use it instead of the signal. */
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

/** The deadline of a request; null for requests created elsewhere, copies included, whose signal may differ. */
export function deadlineOf(request: TransportRequest): Deadline | null {
  return deadlines.get(request) ?? null;
}

/** Maximum milliseconds of a timer; one with more would fire immediately. */
export const longestTimer = 2 ** 31 - 1;
