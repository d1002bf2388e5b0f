import type { PartitionStep } from '@rowhouse/integrations';
import { defineCommand } from 'citty';
import { partitionLogs } from '../modules/apiCalls/partitionLogs.ts';
import { refuseOlderLogs } from '../modules/apiCalls/upgradeLogs.ts';
import { interruptible, report } from './command.ts';
import { withDatabase } from './withDatabase.ts';

/** Partitions the log of API calls by month, while the service runs. */
export const logsPartition = defineCommand({
  meta: {
    name: 'app:logs:partition',
    description: 'Partition the log of API calls by month, while the service runs.',
  },
  run: () => report(run),
});

const texts: Readonly<Record<PartitionStep, string>> = {
  key: 'Building a key that contains the time …',
  limit: 'Adding the limit of the first partition …',
  validate: 'Reading all calls once, to validate the limit …',
  exchange: 'Exchanging the tables …',
  blocked: 'Another statement uses the log; trying again in 2 seconds …',
  analyze: 'Analyzing …',
};

function run(): Promise<void> {
  return interruptible('the current statement finishes', (signal) =>
    withDatabase(async ({ db }) => {
      await refuseOlderLogs(db);
      const began = performance.now();
      try {
        const first = await partitionLogs(db, {
          signal,
          onStep: (step) => console.log(`  ${texts[step]}`),
          onWait: () => console.log('  Old calls are being deleted; waiting for that to finish …'),
        });
        console.log(first === null ? 'The log is partitioned by month already.' : doneText(first, began));
      } catch (error) {
        if (!signal.aborted) throw error;
        console.log('Interrupted: the log is as it was. Run it again to continue.');
        process.exitCode = 130;
      }
    }),
  );
}

function doneText({ name, to }: { readonly name: string; readonly to: Date }, began: number): string {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);

  return (
    `Done in ${seconds} s: ${name} has all calls before ${to.toISOString().slice(0, 10)}, and each later month its own ` +
    'partition. Old months are dropped once an hour.'
  );
}
