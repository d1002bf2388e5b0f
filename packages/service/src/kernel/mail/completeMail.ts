import { randomUUID } from 'node:crypto';
import { escapeHtml } from './escapeHtml.ts';
import type { Mail } from './Mailer.ts';

/** A mail of a module: to whom, about what, and a text, an HTML body or both. */
export type NewMail = NewMailFields &
  ({ readonly text: string; readonly html?: string } | { readonly text?: string; readonly html: string });

interface NewMailFields {
  /** An address, or with the name of the person. */
  readonly to: string | { readonly name?: string; readonly address: string };
  readonly subject: string;
  /** Tag of the language that it is written in; that of the configuration by default. */
  readonly language?: string;
  /**
   * The same for each delivery of the same message, which receivers recognise by it: in a job, its id. Another one for each
   * call by default.
   */
  readonly id?: string;
}

/** Plain text becomes paragraphs of HTML, in which all of it is escaped. HTML is sent as it is, without a plain text. */
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
