import type { Logger } from 'pino';
import type { WriteLog } from '../base/ServiceLogger.ts';
import type { Service } from '../definition/createService.ts';
import type { OpenDatabase } from '../kernel/database/openDatabase.ts';
import type { OpenJobs } from '../kernel/jobs/openJobs.ts';
import type { KernelContext } from '../kernel/module/Module.ts';
import type { CompareSchema, IntrospectedDatabase } from '../tables/databases/index.ts';
import type { Templates } from '../tables/tableSets.ts';

/** What serving and working have in common. */
export interface ProcessResources extends Pick<KernelContext, 'config' | 'secret' | 'events' | 'files'> {
  readonly service: Service;
  readonly logger: Logger;
  /** Writes to `logger`. */
  readonly log: WriteLog;
  readonly database: OpenDatabase;
  readonly jobs: OpenJobs;
  readonly databases: readonly IntrospectedDatabase[];
  readonly templates: Templates | null;
  readonly compareSchema: CompareSchema;
}
