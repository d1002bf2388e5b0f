import type { Selectable } from 'kysely';
import type { TextParameters } from '../../kernel/language/translate.ts';
import type { MailStatus, NotificationsTable } from './notificationTables.ts';

/** A notification before it is translated, as plain JSON. */
export interface StoredNotification {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly body: string;
  readonly parameters: TextParameters;
  readonly link: { readonly path: string; readonly label: string } | null;
  /** ISO 8601, as createdAt; null while it is unread. */
  readonly readAt: string | null;
  readonly mail: { readonly status: MailStatus; readonly error: string | null } | null;
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
  'notifications.mail_error',
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
    mail: status === null ? null : { status, error: row.mail_error },
    createdAt: row.created_at.toISOString(),
  };
}
