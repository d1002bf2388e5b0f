import { defineCommand } from 'citty';
import { afterOthers } from '../kernel/database/exclusively.ts';
import { installLogCounts, upgradeLogs } from '../modules/apiCalls/upgradeLogs.ts';
import { interruptible, report } from './command.ts';
import { countProgress } from './progress.ts';
import { type CommandContext, withDatabase } from './withDatabase.ts';

/** Upgrades tables and data of older versions; can be repeated at any time. */
export const appUpgrade = defineCommand({
  meta: { name: 'app:upgrade', description: 'Upgrade the database tables and their data to this version.' },
  args: {
    json: { type: 'boolean', description: 'Print the summary as JSON.', default: false },
  },
  run: ({ args }) => report(() => run(args.json)),
});

type StepName = 'migrations' | 'apiLogs' | 'rowCounts';

interface StepResult {
  readonly name: StepName;
  readonly outcome: 'done' | 'nothing pending' | 'interrupted' | 'failed';
  /** What was done; null unless `outcome` is `done`. */
  readonly detail: string | null;
}

const labels: Readonly<Record<StepName, string>> = {
  migrations: 'Migrations',
  apiLogs: 'API calls',
  rowCounts: 'Kept counts',
};

function run(json: boolean): Promise<void> {
  return interruptible('the current statement finishes', (signal) =>
    withDatabase((context) => upgrade(context, json, signal)),
  );
}

async function upgrade(context: CommandContext, json: boolean, signal: AbortSignal): Promise<void> {
  const results: StepResult[] = [];
  const add = (result: StepResult) => {
    results.push(result);
    if (!json) console.log(`  ${labels[result.name].padEnd(12)} ${result.detail ?? result.outcome}`);
  };
  try {
    await runSteps(context, signal, add);
    print('finished');
  } catch (error) {
    print(signal.aborted ? 'interrupted' : 'failed');
    if (!signal.aborted) throw error;
    process.exitCode = 130;
  }

  function print(state: 'finished' | 'interrupted' | 'failed'): void {
    if (json) console.log(JSON.stringify({ state, steps: results }));
    else console.log(summaryText(state, results));
  }
}

async function runSteps(
  { db, migrated }: CommandContext,
  signal: AbortSignal,
  add: (result: StepResult) => void,
): Promise<void> {
  // Migrations ran when the database was opened.
  add(resultOf('migrations', migrated.length > 0 ? migrated.join(', ') : null));
  const onWait = () => console.error('Another app:upgrade is running; waiting for it to finish.');
  await afterOthers(
    db,
    'rowhouse.upgrade',
    async () => {
      await step('apiLogs', async () => {
        const onProgress = countProgress(process.stderr, 'API calls');
        const copied = await upgradeLogs(db, { signal, onProgress });

        return copied === null ? null : `${copied.toLocaleString('en')} calls of the older form were copied`;
      });
      await step('rowCounts', async () => ((await installLogCounts(db)) ? 'follow the API calls' : null));
    },
    { signal, onWait },
  );

  async function step(name: StepName, work: () => Promise<string | null>): Promise<void> {
    try {
      add(resultOf(name, await work()));
    } catch (error) {
      // Ends the progress line.
      if (process.stderr.isTTY) console.error();
      add({ name, outcome: signal.aborted ? 'interrupted' : 'failed', detail: null });
      throw error;
    }
  }
}

function resultOf(name: StepName, detail: string | null): StepResult {
  return { name, outcome: detail === null ? 'nothing pending' : 'done', detail };
}

function summaryText(state: 'finished' | 'interrupted' | 'failed', results: readonly StepResult[]): string {
  if (state === 'interrupted') return 'Interrupted. Run it again to continue.';
  if (state === 'failed') return 'Failed. Completed steps are kept; fix the cause and run it again.';

  return results.every(({ outcome }) => outcome === 'nothing pending') ? 'Nothing to do.' : 'Done.';
}

/** Runs pending migrations without starting the service. */
export const migrate = defineCommand({
  meta: { name: 'migrate', description: 'Bring the database tables up to date.' },
  run: () =>
    report(() =>
      withDatabase(async ({ migrated }) => {
        console.log(
          migrated.length === 0 ? 'The tables are up to date.' : `Migrated: ${migrated.join(', ')}.`,
        );
      }),
    ),
});
