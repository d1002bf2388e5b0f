import { Type } from 'typebox';

const dateTime = Type.String({ format: 'date-time' });

/** A notification as endpoints answer it. */
export const notificationSchema = Type.Object({
  id: Type.Integer(),
  type: Type.String({ description: 'For example `export.finalized`; preferences are kept by it.' }),
  title: Type.String({ description: "In the user's language, as all texts." }),
  body: Type.String(),
  link: Type.Union([Type.Object({ path: Type.String(), label: Type.String() }), Type.Null()], {
    description: 'A path of this service, and what a link to it is called.',
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
    { description: 'What became of the e-mail; null when there was none to send.' },
  ),
  createdAt: dateTime,
});

/** The id of a notification. */
export const notificationId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** How many notifications of the list are not read. */
export const unreadSchema = Type.Integer({ minimum: 0 });
