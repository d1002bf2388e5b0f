import { Type } from 'typebox';
import type { Message } from '../../base/Message.ts';
import { channels } from '../../kernel/config/channels.ts';

const dateTime = Type.String({ format: 'date-time' });

export const notification = Type.Object({
  id: Type.Integer(),
  type: Type.String({ description: 'For example `export.finalized`; preferences are stored per type.' }),
  title: Type.String({ description: "In the user's language, like all texts." }),
  body: Type.String(),
  link: Type.Union([Type.Object({ path: Type.String(), label: Type.String() }), Type.Null()], {
    description: 'Path within this service and label of the link.',
  }),
  /** Null while unread. */
  readAt: Type.Union([dateTime, Type.Null()]),
  mail: Type.Union(
    [
      Type.Object({
        status: Type.Enum(['waiting', 'sent', 'failed']),
        error: Type.Union([Type.String(), Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: 'Delivery status of the e-mail; null if none was sent.' },
  ),
  createdAt: dateTime,
});
/** A notification in the reader's language. */
export interface Notification extends Message<typeof notification> {}

/** Data of the events of the stream that are not messages of other routes. */
export interface StreamEvents {
  /** Paths of the data routes whose changes are sent. */
  readonly 'live-tables': { readonly paths: readonly string[] };
  /** Paths of those whose rows may have changed. */
  readonly 'table-changes': { readonly paths: readonly string[] };
  /** With `serve --watch`: the process that sends the events. */
  readonly process: { readonly id: string };
  /** Why the stream ends permanently; its page does not reconnect with the same credentials. */
  readonly closed: { readonly reason: 'signed-out' | 'too-many-streams' };
}

/** Number of unread notifications in the list. */
export const unread = Type.Integer({ minimum: 0 });

export const notificationList = Type.Object({
  data: Type.Array(notification),
  unread,
  total: Type.Integer({ minimum: 0, description: 'Number of matching notifications on all pages.' }),
});
/** A page of the user's notifications, the newest first. */
export interface NotificationList extends Message<typeof notificationList> {}

const preference = Type.Object({
  type: Type.String(),
  label: Type.String({ description: "In the user's language." }),
  mail: Type.Boolean(),
  database: Type.Boolean({ description: 'Whether it appears in the list of notifications.' }),
  broadcast: Type.Boolean({ description: 'Whether open pages show it immediately.' }),
  mandatory: Type.Array(Type.Enum([...channels]), {
    description: 'Channels that cannot be switched off.',
  }),
});
/** By which channels the user is notified of a type. */
export interface NotificationPreference extends Message<typeof preference> {}

export const preferences = Type.Object({ data: Type.Array(preference) });
export interface Preferences extends Message<typeof preferences> {}

// Not Type.Boolean: the validator would coerce null to false.
const onOrOff = Type.Optional(Type.Unsafe<boolean>({ enum: [true, false] }));

const preferenceChange = Type.Object(
  { type: Type.String({ maxLength: 100 }), mail: onOrOff, database: onOrOff, broadcast: onOrOff },
  { additionalProperties: false },
);
/** The channels for one type; omitted channels stay unchanged. */
export interface PreferenceChange extends Message<typeof preferenceChange> {}

export const preferencesChange = Type.Object(
  { data: Type.Array(preferenceChange, { maxItems: 100 }) },
  { additionalProperties: false },
);
export interface PreferencesChange extends Message<typeof preferencesChange> {}
