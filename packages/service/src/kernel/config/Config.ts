import type { ConfigOf } from './defineSection.ts';
import { apiCalls, avatars, exports, notifications, tables } from './sections/features.ts';
import { files } from './sections/files.ts';
import { mail } from './sections/mail.ts';
import { queues } from './sections/queues.ts';
import { service } from './sections/service.ts';

/** The service's configuration. Each key is declared in sections/. */
export type Config = ConfigOf<typeof builtInSections>;

export type { S3Config } from './sections/files.ts';
export type { SmtpConfig } from './sections/mail.ts';
export type { QueueConfig } from './sections/queues.ts';

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
