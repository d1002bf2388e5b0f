import type { EnglishText } from '@rowhouse/problems';
import { cleanText, type Translate } from '../language/translate.ts';
import { escapeHtml, type Mail } from './Mailer.ts';

/** The content of a mail, already translated. */
export interface LetterContent extends Pick<Mail, 'id' | 'createdAt'> {
  /** The subject, and the first line. */
  readonly title: string;
  /** May be empty, and may have line breaks. */
  readonly body: string;
  /** `address` is an absolute URL. */
  readonly link: { readonly address: string; readonly label: string } | null;
}

interface LetterSurroundings {
  readonly recipient: Mail['to'];
  readonly language: string;
  readonly translate: Translate;
  readonly baseUrl: string;
}

/** The layout of all mails of the service: greeting, title, body, link and sender, as plain text and HTML. */
export function letter(
  { id, createdAt, title, body, link }: LetterContent,
  { recipient, language, translate, baseUrl }: LetterSurroundings,
): Mail {
  const subject = cleanText(title, { most: 200 }).replace(/\s+/g, ' ').trim();
  const reader = cleanText(recipient.name ?? '', { most: 200 })
    .replace(/\s+/g, ' ')
    .trim();
  const greeting = reader && translate(language, 'Hello {name},' satisfies EnglishText, { name: reader });
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
