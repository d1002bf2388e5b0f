import { translate } from '../language/translate.ts';
import type { StoredNotification } from './StoredNotification.ts';

/** A notification as its reader sees it. */
export type Notification = Omit<StoredNotification, 'parameters'>;

/** In the reader's language, with the parameters filled in. */
export function presentNotification(stored: StoredNotification, language: string): Notification {
  const { parameters, title, body, link, mail, ...rest } = stored;

  return {
    ...rest,
    title: translate(language, title, parameters),
    body: translate(language, body, parameters),
    link: link && { ...link, label: translate(language, link.label) },
    mail: mail && { ...mail, error: mail.error === null ? null : translate(language, mail.error) },
  };
}
