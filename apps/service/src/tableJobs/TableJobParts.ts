import type { Tables } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { UserDirectory } from '../access/userDirectory.ts';
import type { Config } from '../config/Config.ts';
import type { Database } from '../database/Database.ts';
import type { EventBus } from '../events/EventBus.ts';
import type { FileStore } from '../files/FileStore.ts';
import type { JobLog } from '../jobs/reportBossErrors.ts';
import type { Notifier } from '../notifications/Notifier.ts';

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
  readonly log: JobLog;
}
