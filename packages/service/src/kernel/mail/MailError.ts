/** `credentials`: the server does not let the service in. `deferred`: it answers, but wants the mail later. */
export type MailReason = 'unreachable' | 'deferred' | 'credentials' | 'recipient' | 'message' | 'outbox';

/** A mail that did not go out. The message is for the log: it may name the server, and never holds a password. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly reason: MailReason;
  /** Whether another attempt is of no use. */
  readonly isPermanent: boolean;

  constructor(message: string, reason: MailReason, options: { isPermanent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.isPermanent = options.isPermanent ?? false;
  }
}
