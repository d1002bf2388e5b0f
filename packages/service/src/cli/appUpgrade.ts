import { defineCommand } from 'citty';
import { afterOthers } from '../kernel/database/exclusively.ts';
import type { Upgrade } from '../kernel/module/Lifecycle.ts';
import type { ShowCount } from '../kernel/module/ModuleCommand.ts';
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

interface StepResult {
  readonly name: string;
  readonly outcome: 'done' | 'nothing pending' | 'interrupted' | 'failed';
  /** What was done; null unless `outcome` is `done`. */
  readonly detail: string | null;
}

function run(json: boolean): Promise<void> {
  return interruptible('the current statement finishes', (signal) =>
    withDatabase((context) => upgrade(context, json, signal)),
  );
}

async function upgrade(context: CommandContext, json: boolean, signal: AbortSignal): Promise<void> {
  const results: StepResult[] = [];
  const add = (label: string, result: StepResult) => {
    results.push(result);
    if (!json) console.log(`  ${label.padEnd(12)} ${result.detail ?? result.outcome}`);
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
  { service, db, migrated }: CommandContext,
  signal: AbortSignal,
  add: (label: string, result: StepResult) => void,
): Promise<void> {
  // Migrations ran when the database was opened.
  add('Migrations', resultOf('migrations', migrated.length > 0 ? migrated.join(', ') : null));
  const upgrades = service.modules.flatMap(({ lifecycle }) => lifecycle?.upgrades ?? []);
  const onWait = () => console.error('Another app:upgrade is running; waiting for it to finish.');
  const runAll = async () => {
    for (const upgrade of upgrades) await step(upgrade);
  };
  await afterOthers(db, 'rowhouse.upgrade', runAll, { signal, onWait });

  async function step({ name, label, run }: Upgrade): Promise<void> {
    let shown: ShowCount | null = null;
    const progress = (things: string) => {
      shown = countProgress(process.stderr, things);

      return shown;
    };
    try {
      add(label, resultOf(name, await run(db, { signal, progress })));
    } catch (error) {
      (shown as ShowCount | null)?.end();
      add(label, { name, outcome: signal.aborted ? 'interrupted' : 'failed', detail: null });
      throw error;
    }
  }
}

function resultOf(name: string, detail: string | null): StepResult {
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
