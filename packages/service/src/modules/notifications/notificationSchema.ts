import { Type } from 'typebox';

const dateTime = Type.String({ format: 'date-time' });

/** A notification as endpoints answer it. */
export const notificationSchema = Type.Object({
  id: Type.Integer(),
  type: Type.String({ description: 'For example `export.finalized`; preferences are stored per type.' }),
  title: Type.String({ description: "In the user's language, like all texts." }),
  body: Type.String(),
  link: Type.Union([Type.Object({ path: Type.String(), label: Type.String() }), Type.Null()], {
    description: 'Path within this service and label of the link.',
  }),
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

/** The id of a notification. */
export const notificationId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** How many notifications of the list are not read. */
export const unreadSchema = Type.Integer({ minimum: 0 });
