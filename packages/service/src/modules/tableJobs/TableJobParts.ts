import type { Tables } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { UserDirectory } from '../../kernel/access/User.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus } from '../../kernel/events/EventBus.ts';
import type { FileStore } from '../../kernel/files/FileStore.ts';
import type { HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { JobLog } from '../../kernel/jobs/openJobs.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import type { Notifier } from '../../kernel/Notifier.ts';

/** What running the jobs of tables takes. */
export interface TableJobParts {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly notifier: Notifier;
  /** Without a memory: rights are looked at as they are when a job runs. */
  readonly users: UserDirectory;
  readonly tables: Tables;
  readonly files: FileStore;
  /** Signs links to files. */
  readonly secret: string;
  readonly config: Pick<Config, 'dataDir' | 'tables' | 'exports' | 'queues'>;
  readonly translate: Translate;
  readonly hooks: HookCalls;
  readonly log: JobLog;
}
