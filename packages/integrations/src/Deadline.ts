import { Itself } from './Itself.ts';
import type { TransportRequest } from './Transport.ts';

/** Tells whoever makes an attempt that it is to end, and why. Its signal costs nothing until somebody asks for it. */
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

  /** Of the one who sends the request now; null when it is over. */
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

/** The request with its deadline: for a transport that minds the deadline instead of the signal. */
export function withDeadline(
  request: Omit<TransportRequest, 'signal'>,
  deadline: Deadline,
): TransportRequest {
  const { method, url, headers, body, options } = request;
  const timed = { method, url, headers, body, options };
  new Timed(timed, deadline);

  return Object.defineProperty(timed, 'signal', signal) as TransportRequest;
}

/** The same getter for all requests, which V8 is fast with. */
const signal = {
  enumerable: true,
  configurable: true,
  get(this: object): AbortSignal | undefined {
    return Timed.deadlineOf(this)?.signal;
  },
} as const;

/** Null of requests that were made elsewhere, copies among them: their signal may be another one. */
export function deadlineOf(request: TransportRequest): Deadline | null {
  return Timed.deadlineOf(request);
}

class Timed extends Itself {
  readonly #deadline: Deadline;

  constructor(request: object, deadline: Deadline) {
    super(request);
    this.#deadline = deadline;
  }

  static deadlineOf(request: object): Deadline | null {
    return #deadline in request ? request.#deadline : null;
  }
}
