import type { Deadline } from '../Deadline.ts';
import type { TransportResponse } from '../Transport.ts';

/** What is known of a request when it is sent, as the log shows it before masking. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a plain description of what is no text. */
  readonly body: unknown;
  /** The bearer token it carries. */
  readonly token: string | null;
}

/** What came back. */
export interface AttemptAnswer extends TransportResponse {
  /** Why the answer is a failure, whatever its status; as a SOAP fault is. Masked. */
  readonly fault?: string | null;
}

export interface Attempt {
  readonly deadline: Deadline;
  /** Something is known of the request. Until it is sent, the end of its time ends the attempt by itself. */
  preparing(request: SentRequest): void;
  /** All is known, and the request is sent now: from here on, whoever sends it minds the deadline. */
  sending(request: SentRequest): void;
}

/**
 * Makes one attempt, with everything asked anew. Rejects with TransportError when no whole answer came, and with
 * IntegrationError when there was nothing to send.
 */
export type Exchange<Answer extends AttemptAnswer> = (attempt: Attempt) => Promise<Answer>;
