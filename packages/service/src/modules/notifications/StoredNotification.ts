import type { ColumnType, Selectable } from 'kysely';
import { type Reader, type TextParameters, translateFor } from '../../kernel/language/translate.ts';
import { mailReasons, type StoredMailReason } from './mailReasons.ts';
import type { Notification } from './messages.ts';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    notifications: NotificationsTable;
    notification_preferences: NotificationPreferencesTable;
  }
}

interface NotificationsTable {
  /** 64 bits, which the driver returns as text. */
  id: ColumnType<string, never, never>;
  user_id: number;
  type: string;
  /** Unique for each user. */
  key: string;
  /** In English like the body, with `{name}` for parameters. */
  title: string;
  body: string;
  /** Written as JSON. */
  parameters: ColumnType<TextParameters, string, string>;
  link_path: string | null;
  link_label: string | null;
  /** False if the user has switched the list off for this type, or removed the notification. */
  in_list: boolean;
  read_at: ColumnType<Date | null, never, Date | null>;
  /** Null without a mail. */
  mail_status: MailStatus | null;
  /** Why it is not sent yet, or was not. */
  mail_reason: StoredMailReason | null;
  created_at: ColumnType<Date, never, never>;
}

type MailStatus = 'waiting' | 'sent' | 'failed';

/** A user's choice for a type; without a row, everything is on. */
interface NotificationPreferencesTable {
  user_id: number;
  type: string;
  mail: boolean;
  database: boolean;
  broadcast: boolean;
}

/** A notification before it is translated, as plain JSON. */
export interface StoredNotification {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly body: string;
  readonly parameters: TextParameters;
  readonly link: { readonly path: string; readonly label: string } | null;
  /** ISO 8601, like createdAt; null while unread. */
  readonly readAt: string | null;
  readonly mail: { readonly status: MailStatus; readonly reason: StoredMailReason | null } | null;
  readonly createdAt: string;
}

/** The columns that `toStored` reads. */
export const storedColumns = [
  'notifications.id',
  'notifications.type',
  'notifications.title',
  'notifications.body',
  'notifications.parameters',
  'notifications.link_path',
  'notifications.link_label',
  'notifications.read_at',
  'notifications.mail_status',
  'notifications.mail_reason',
  'notifications.created_at',
] as const;

type Row = Pick<
  Selectable<NotificationsTable>,
  (typeof storedColumns)[number] extends `notifications.${infer Column}` ? Column : never
>;

export function toStored(row: Row): StoredNotification {
  const { link_path: path, mail_status: status } = row;

  return {
    id: Number(row.id),
    type: row.type,
    title: row.title,
    body: row.body,
    parameters: row.parameters,
    link: path === null ? null : { path, label: row.link_label ?? '' },
    readAt: row.read_at?.toISOString() ?? null,
    mail: status === null ? null : { status, reason: row.mail_reason },
    createdAt: row.created_at.toISOString(),
  };
}

export function presentNotification(stored: StoredNotification, reader: Reader): Notification {
  const { parameters, title, body, link, mail, ...rest } = stored;

  return {
    ...rest,
    title: translateFor(reader, title, parameters),
    body: translateFor(reader, body, parameters),
    link: link && { ...link, label: translateFor(reader, link.label) },
    mail: mail && { status: mail.status, error: mailError(mail, reader) },
  };
}

function mailError(
  { status, reason }: NonNullable<StoredNotification['mail']>,
  reader: Reader,
): string | null {
  if (reason === null || status === 'sent') return null;

  return translateFor(reader, mailReasons[reason][status]);
}
