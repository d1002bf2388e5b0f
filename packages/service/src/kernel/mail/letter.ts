import { cleanText } from '../language/cleanText.ts';
import type { Translate } from '../language/translate.ts';
import { escapeHtml } from './escapeHtml.ts';
import type { Mail } from './Mailer.ts';

/** What a mail of the service says. All texts are translated. */
export interface LetterContent extends Pick<Mail, 'id' | 'createdAt'> {
  /** The subject, and the first line. */
  readonly title: string;
  /** Empty for none; may have line breaks. */
  readonly body: string;
  /** `address` is absolute. */
  readonly link: { readonly address: string; readonly label: string } | null;
}

export interface LetterSurroundings {
  readonly recipient: Mail['to'];
  readonly language: string;
  readonly translate: Translate;
  readonly baseUrl: string;
}

/** A mail as all of the service look: greeting, title, body, link and sender, as plain text and as HTML. */
export function letter(
  { id, createdAt, title, body, link }: LetterContent,
  { recipient, language, translate, baseUrl }: LetterSurroundings,
): Mail {
  const subject = cleanText(title, { most: 200 }).replace(/\s+/g, ' ').trim();
  const reader = cleanText(recipient.name ?? '', { most: 200 })
    .replace(/\s+/g, ' ')
    .trim();
  const greeting = reader && translate(language, 'Hello {name},', { name: reader });
  const text = [
    greeting,
    subject,
    body,
    link && `${link.label}:\n${link.address}`,
    `-- \nRowhouse\n${baseUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n');
  const html = [
    greeting && `<p>${escapeHtml(greeting)}</p>`,
    `<p><strong>${escapeHtml(subject)}</strong></p>`,
    body === '' ? '' : `<p>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`,
    link && `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`,
    `<p>Rowhouse<br>${escapeHtml(baseUrl)}</p>`,
  ];

  return {
    id,
    createdAt,
    language,
    to: recipient,
    subject,
    text: `${text}\n`,
    html: html.filter(Boolean).join('\n'),
  };
}
