import type { ColumnType } from 'kysely';
import type { TextParameters } from '../../kernel/language/translate.ts';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    notifications: NotificationsTable;
    notification_preferences: NotificationPreferencesTable;
  }
}

/** The tables of notifications, as part of `Database`. */
export interface NotificationsTable {
  /** 64 bits, which the driver answers as text. */
  id: ColumnType<string, never, never>;
  user_id: number;
  type: string;
  /** Unique for each user. */
  key: string;
  /** In English, as the body, with `{name}` for parameters. */
  title: string;
  body: string;
  /** Written as JSON. */
  parameters: ColumnType<TextParameters, string, string>;
  link_path: string | null;
  link_label: string | null;
  /** False when the user does not want this type in the list, or has removed it. */
  in_list: boolean;
  read_at: ColumnType<Date | null, never, Date | null>;
  /** Null when there is no mail. */
  mail_status: MailStatus | null;
  mail_error: string | null;
  created_at: ColumnType<Date, never, never>;
}

export type MailStatus = 'waiting' | 'sent' | 'failed';

/** A user's choice for a type; without a row, everything is on. */
export interface NotificationPreferencesTable {
  user_id: number;
  type: string;
  mail: boolean;
  database: boolean;
  broadcast: boolean;
}
