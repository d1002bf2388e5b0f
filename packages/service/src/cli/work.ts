import { parseArgs } from 'node:util';
import { defineCommand } from 'citty';
import { commandLine, version } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import { createService } from '../definition/createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import { keepSecret } from '../kernel/config/dataDir.ts';
import { openDatabase } from '../kernel/database/openDatabase.ts';
import { createEventBus } from '../kernel/events/EventBus.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { createLogger } from '../kernel/http/logger.ts';
import { openJobs } from '../kernel/jobs/openJobs.ts';
import { refuseOlderLogs } from '../modules/apiCalls/upgradeLogs.ts';
import { type Closing, closeAll } from '../process/openContext.ts';
import { startWork } from '../process/startWork.ts';
import { awaitDatabases, databaseReport, findDatabases } from '../tables/databases/index.ts';
import { readTemplates } from '../tables/tableSets.ts';
import { report, stopOnSignals } from './command.ts';
import { loadApplication } from './loadApplication.ts';
import { watchFaults } from './processFaults.ts';
import { filesText } from './startMessage.ts';

/** Runs jobs until it is stopped by a signal, on the machine of the service or another one. */
export const work = defineCommand({
  meta: { name: 'work', description: 'Run the jobs of the queues.' },
  args: {
    queue: {
      type: 'string',
      description: 'Name of a queue; repeatable. Defaults to all queues.',
    },
  },
  run: ({ rawArgs }) => report(() => run(rawArgs)),
});

async function run(rawArgs: readonly string[]): Promise<void> {
  const { config, definition } = await loadApplication(process.env, process.cwd());
  const service = createService(definition);
  const queues = namedQueues(rawArgs, config);
  const onStop = stopOnSignals((text) => console.log(text), 'unfinished jobs return to their queues');
  const { logger, file } = createLogger(config);
  watchFaults(logger);
  const log = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => logger[level](text);
  const database = await openDatabase({ config, use: 'share', log });
  const closings: Closing[] = [database.close];
  const stop = () => closeAll(closings, log);
  try {
    const { db, url, directUrl, pooled } = database;
    await service.migrate(db);
    await refuseOlderLogs(db);
    const secret = await keepSecret(config);
    const events = await createEventBus({ db, url: directUrl, log });
    closings.push(events.close);
    const jobs = await openJobs({ url: directUrl, queues: config.queues, works: true, log });
    closings.push(jobs.close);
    const files = await openFileStore(config);
    let found = await findDatabases(service.databases);
    for (const database of found) log('info', databaseReport(database).join('\n'));
    const templates = await readTemplates(service, { db, config, found });
    const running = await startWork({
      templates,
      service,
      found,
      config,
      url,
      pooled,
      jobs,
      events,
      files,
      secret,
      queues,
      log,
    });
    closings.push(running.stop);
    const awaited = awaitDatabases(found, {
      log,
      async onAvailable(available) {
        const known = found.map((one) => (one.name === available.name ? available : one));
        await running.add(available, await readTemplates(service, { db, config, found: known }));
        found = known;
      },
    });
    closings.push(awaited.stop);
  } catch (error) {
    await stop();
    throw error;
  }
  onStop(stop);
  console.log(startText(config, queues, file));
}

/** The queues of `--queue heavy --queue notifications`. */
function namedQueues(rawArgs: readonly string[], { queues }: Config): string[] {
  const known = Object.keys(queues);
  const { queue = [] } = parse(rawArgs);
  const unknown = queue.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartError(
      `--queue is "${unknown}", which is not configured. Use one of ${known.join(', ')}, or add it ` +
        'under queues (ROWHOUSE_QUEUES).',
      { status: 2 },
    );
  }

  return queue.length === 0 ? known : [...new Set(queue)];
}

function parse(rawArgs: readonly string[]): { queue?: string[] } {
  try {
    return parseArgs({ args: [...rawArgs], options: { queue: { type: 'string', multiple: true } } }).values;
  } catch (error) {
    throw new StartError(
      `${(error as Error).message}. Write for example: ${commandLine('work --queue heavy')}`,
      { status: 2 },
    );
  }
}

function startText(config: Config, names: readonly string[], logFile: string | null): string {
  const list = names.map((name) => {
    const { concurrency = 1 } = config.queues[name] ?? {};

    return `${name} (${concurrency === 1 ? 'one job' : `${concurrency} jobs`} at a time)`;
  });
  const lines = [
    ['Queues', list.join(', ')],
    ['Files', filesText(config)],
    ...(logFile === null ? [] : [['Log', logFile]]),
    ['Stop', 'Ctrl+C'],
  ];
  const body = lines.map(([name = '', text]) => `  ${name.padEnd(10)} ${text}`).join('\n');

  return `\nRowhouse ${version} is processing jobs.\n\n${body}\n`;
}
