import type { ConfigOf } from './defineSection.ts';
import { files } from './sections/files.ts';
import { mail } from './sections/mail.ts';
import { queues } from './sections/queues.ts';
import { service } from './sections/service.ts';
import { tables } from './sections/tables.ts';

/** The service's configuration: the kernel's sections, declared in sections/, and those of the built-in modules. */
export type Config = ConfigOf<typeof kernelSections> & ModuleConfig;

/** Sections of the built-in modules, by name. Each module declares its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface ModuleConfig {}

export type { S3Config } from './sections/files.ts';
export type { SmtpConfig } from './sections/mail.ts';
export type { QueueConfig } from './sections/queues.ts';

/** In the order of the reference. */
export const kernelSections = [service, files, mail, queues, tables] as const;
