import { keepSecret } from '../kernel/config/dataDir.ts';
import { createEventBus } from '../kernel/events/EventBus.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { openJobs } from '../kernel/jobs/openJobs.ts';
import type { Context } from '../kernel/Module.ts';
import { type Closing, closeAll, openContext } from '../openContext.ts';
import { readDatabase } from './withDatabase.ts';

/** Runs a command with what jobs are given, hooks of modules included, without working on any job. */
export async function withContext(run: (context: Context) => Promise<void>): Promise<void> {
  await readDatabase(async ({ service, config, db, database, log }) => {
    const { url } = database;
    await service.migrate(db);
    const closings: Closing[] = [];
    try {
      const events = await createEventBus({ db, url, log });
      closings.push(() => events.close());
      const jobs = await openJobs({ url, queues: config.queues, works: false, log });
      closings.push(jobs.close);
      const { notificationTypes, translate } = service;
      const { context, close } = await openContext(service, {
        ...{ config, db, accessDb: db, url, events, jobs, notificationTypes, translate, log },
        part: 'work',
        secret: await keepSecret(config),
        files: await openFileStore(config),
      });
      closings.push(close);
      await run(context);
    } finally {
      await closeAll(closings, log);
    }
  });
}
