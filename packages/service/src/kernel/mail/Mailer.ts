import { randomUUID } from 'node:crypto';

/** A mail to one recipient. */
export interface Mail {
  /** Letters, digits and dashes. The same for each delivery of a message, so that receivers recognise duplicates. */
  readonly id: string;
  readonly createdAt: Date;
  /** Language tag. */
  readonly language: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Without line breaks. */
  readonly subject: string;
  readonly text: string;
  /** Content of the HTML body; text in it must be escaped. */
  readonly html: string;
}

export interface Mailer {
  /** Rejects with a MailError, or with the signal's reason. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** `credentials`: the server refuses the sign-in. `deferred`: the server asks to retry later. */
export type MailReason = 'unreachable' | 'deferred' | 'credentials' | 'recipient' | 'message' | 'outbox';

/** A mail was not sent. The message is for the log: it may name the server, and never contains a password. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly reason: MailReason;
  /** Whether further attempts are useless. */
  readonly isPermanent: boolean;

  constructor(message: string, reason: MailReason, options: { isPermanent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.isPermanent = options.isPermanent ?? false;
  }
}

/** A mail of a module: recipient, subject, and a text, an HTML body or both. */
export type NewMail = NewMailFields &
  ({ readonly text: string; readonly html?: string } | { readonly text?: string; readonly html: string });

interface NewMailFields {
  /** An e-mail address, optionally with a name. */
  readonly to: string | { readonly name?: string; readonly address: string };
  readonly subject: string;
  /** Language tag. Defaults to the configured `language`. */
  readonly language?: string;
  /**
   * Identifies the message, so that receivers recognise repeated deliveries. Use the job's id in a job. Random by default.
   */
  readonly id?: string;
}

/** Adds defaults. Without `html`, the text is escaped and split into HTML paragraphs. HTML is sent unchanged. */
export function completeMail({ to, subject, text, html, language, id }: NewMail, defaults: string): Mail {
  const { name = '', address } = typeof to === 'string' ? { address: to } : to;

  return {
    id: (id ?? randomUUID()).replace(/[^A-Za-z0-9-]/g, '-'),
    createdAt: new Date(),
    language: language ?? defaults,
    to: { name, address },
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: text ?? '',
    html: html ?? paragraphs(text ?? ''),
  };
}

function paragraphs(text: string): string {
  return text
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
