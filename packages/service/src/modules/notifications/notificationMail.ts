import type { Config } from '../../kernel/config/Config.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import { letter } from '../../kernel/mail/letter.ts';
import type { Mail } from '../../kernel/mail/Mailer.ts';
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
  return letter(
    {
      // The same at each attempt, and of no other service's notification of that number.
      id: `notification-${id}-${Date.parse(createdAt)}`,
      createdAt: new Date(createdAt),
      title,
      body,
      link: link && { address: `${baseUrl}${link.path}`, label: link.label },
    },
    { recipient, language, translate, baseUrl },
  );
}
