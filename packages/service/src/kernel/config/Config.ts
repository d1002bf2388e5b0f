import type { builtInSections } from './builtInSections.ts';
import type { ConfigOf } from './defineSection.ts';

/** The service's configuration: each key is declared in sections/. */
export type Config = ConfigOf<typeof builtInSections>;

export type { S3Config } from './sections/files.ts';
export type { SmtpConfig } from './sections/mail.ts';
export type { QueueConfig } from './sections/queues.ts';
