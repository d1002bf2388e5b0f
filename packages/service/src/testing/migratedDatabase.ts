import { tmpdir } from 'node:os';
import type { DatabaseTemplate } from '../../../../test/databases.ts';
import { loadConfig } from '../kernel/config/loadConfig.ts';
import { openDatabase } from '../kernel/database/openDatabase.ts';
import { openJobs } from '../kernel/jobs/openJobs.ts';
import { migrate } from './demoService.ts';

/** Tables and queues as the service and the demo have them at the first start: making them takes longer than a copy. */
export const migratedDatabase: DatabaseTemplate = {
  fill: async (url) => {
    const config = loadConfig({ DATABASE_URL: url }, tmpdir());
    const log = () => undefined;
    const database = await openDatabase({ config, use: 'share', log });
    try {
      await migrate(database.db);
      const jobs = await openJobs({ url: database.url, queues: config.queues, works: false, log });
      await jobs.close();
    } finally {
      await database.close();
    }
  },
};
