import { apiCalls } from './sections/apiCalls.ts';
import { avatars } from './sections/avatars.ts';
import { exports } from './sections/exports.ts';
import { files } from './sections/files.ts';
import { mail } from './sections/mail.ts';
import { notifications } from './sections/notifications.ts';
import { queues } from './sections/queues.ts';
import { service } from './sections/service.ts';
import { tables } from './sections/tables.ts';

/** The service's own sections, in the order of the reference. */
export const builtInSections = [
  service,
  files,
  avatars,
  apiCalls,
  mail,
  notifications,
  exports,
  queues,
  tables,
] as const;
