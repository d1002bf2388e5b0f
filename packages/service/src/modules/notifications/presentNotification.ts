import { type Reader, translateFor } from '../../kernel/language/translate.ts';
import type { StoredNotification } from './StoredNotification.ts';

/** A notification as its reader sees it. */
export type Notification = Omit<StoredNotification, 'parameters'>;

/** In the reader's language and time zone, with the parameters filled in. */
export function presentNotification(stored: StoredNotification, reader: Reader): Notification {
  const { parameters, title, body, link, mail, ...rest } = stored;

  return {
    ...rest,
    title: translateFor(reader, title, parameters),
    body: translateFor(reader, body, parameters),
    link: link && { ...link, label: translateFor(reader, link.label) },
    mail: mail && { ...mail, error: mail.error === null ? null : translateFor(reader, mail.error) },
  };
}
