import type { Config } from '../../kernel/config/Config.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import { escapeHtml } from '../../kernel/mail/escapeHtml.ts';
import type { Mail } from '../../kernel/mail/Mailer.ts';
import { cleanText } from './cleanText.ts';
import type { Notification } from './presentNotification.ts';

export interface MailSurroundings {
  readonly recipient: Mail['to'];
  readonly language: string;
  readonly config: Pick<Config, 'baseUrl'>;
  readonly translate: Translate;
}

/** The e-mail of a notification that has been translated. Its link is absolute. */
export function notificationMail(
  { id, title, body, link, createdAt }: Notification,
  { recipient, language, translate, config: { baseUrl } }: MailSurroundings,
): Mail {
  const subject = cleanText(title, { most: 200 }).replace(/\s+/g, ' ').trim();
  const address = link && `${baseUrl}${link.path}`;
  const reader = cleanText(recipient.name ?? '', { most: 200 })
    .replace(/\s+/g, ' ')
    .trim();
  const greeting = reader && translate(language, 'Hello {name},', { name: reader });
  const text = [greeting, subject, body, link && `${link.label}:\n${address}`, `-- \nRowhouse\n${baseUrl}`]
    .filter(Boolean)
    .join('\n\n');
  const html = [
    greeting && `<p>${escapeHtml(greeting)}</p>`,
    `<p><strong>${escapeHtml(subject)}</strong></p>`,
    body === '' ? '' : `<p>${escapeHtml(body).replaceAll('\n', '<br>')}</p>`,
    link && `<p><a href="${escapeHtml(address ?? '')}">${escapeHtml(link.label)}</a></p>`,
    `<p>Rowhouse<br>${escapeHtml(baseUrl)}</p>`,
  ];

  return {
    // The same at each attempt, and of no other service's notification of that number.
    id: `notification-${id}-${Date.parse(createdAt)}`,
    createdAt: new Date(createdAt),
    language,
    to: recipient,
    subject,
    text: `${text}\n`,
    html: html.filter(Boolean).join('\n'),
  };
}
