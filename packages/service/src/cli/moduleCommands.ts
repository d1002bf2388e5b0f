import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import { createService } from '../createService.ts';
import { type Closing, closeAll } from '../kernel/closeAll.ts';
import { keepSecret } from '../kernel/config/keepSecret.ts';
import { createEventBus } from '../kernel/events/createEventBus.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { openJobs } from '../kernel/jobs/openJobs.ts';
import type { Context } from '../kernel/Module.ts';
import type { ModuleCommand } from '../kernel/ModuleCommand.ts';
import { openContext } from '../openContext.ts';
import { loadDefinition } from './loadDefinition.ts';
import { report } from './report.ts';
import { type ReadContext, readDatabase } from './withDatabase.ts';

/** The commands of the application's modules, by name; none, and why, where its definition cannot be used. */
export async function moduleCommands(
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<{ readonly commands: Record<string, CommandDef>; readonly fault: string | null }> {
  try {
    const { modules } = createService(await loadDefinition(environment, folder));
    const commands = modules.flatMap(({ commands = {} }) => Object.entries(commands));

    return {
      commands: Object.fromEntries(commands.map(([name, command]) => [name, commandOf(name, command)])),
      fault: null,
    };
  } catch (error) {
    return { commands: {}, fault: (error as Error).message };
  }
}

function commandOf(name: string, { description, args = {}, run }: ModuleCommand<Context>): CommandDef {
  return defineCommand({
    meta: { name, description },
    args: args as ArgsDef,
    run: (given) =>
      report(() =>
        readDatabase((reading) =>
          withContext(reading, async (context) => {
            const values = given.args as Readonly<Record<string, string | boolean | undefined>>;
            await run({ args: values, context, print: (text) => console.log(text) });
          }),
        ),
      ),
  }) as CommandDef;
}

/** What jobs are given, without working on any. */
async function withContext(reading: ReadContext, run: (context: Context) => Promise<void>): Promise<void> {
  const { service, config, db, database, log } = reading;
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
}
