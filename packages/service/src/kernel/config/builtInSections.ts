import { defineSection } from './defineSection.ts';
import { whole } from './keys.ts';
import { apiCalls } from './sections/apiCalls.ts';
import { avatars } from './sections/avatars.ts';
import { files } from './sections/files.ts';
import { mail } from './sections/mail.ts';
import { queues } from './sections/queues.ts';
import { service } from './sections/service.ts';
import { tables } from './sections/tables.ts';

const notifications = defineSection('notifications', {
  keepReadDays: whole('Days after which notifications that were read are deleted.', {
    range: [1, 3650, 'days'],
    default: 90,
  }),
});

const exports = defineSection('exports', {
  keepHours: whole('Hours for which the file of an export can be downloaded.', {
    range: [1, 8760, 'hours'],
    default: 24,
  }),
  openPerUser: whole(
    'Limit of exports and background actions that a user has waiting or running. More are refused with status 429.',
    { range: [1, 10_000], default: 20 },
  ),
});

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
