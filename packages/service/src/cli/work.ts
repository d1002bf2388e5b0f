import { parseArgs } from 'node:util';
import { defineCommand } from 'citty';
import { commandLine, version } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import type { Config } from '../kernel/config/Config.ts';
import { createLogger } from '../kernel/http/logger.ts';
import { openProcess } from '../process/openProcess.ts';
import { databaseReport } from '../tables/databases/index.ts';
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
  const queues = namedQueues(rawArgs, config);
  const onStop = stopOnSignals((text) => console.log(text), 'unfinished jobs return to their queues');
  const { logger, file } = createLogger(config);
  watchFaults(logger);
  const running = await openProcess(config, definition, { logger, databaseUse: 'share', work: { queues } });
  for (const database of running.databases) logger.info(databaseReport(database).join('\n'));
  onStop(() => running.stop(0));
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
