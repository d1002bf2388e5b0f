import type { PartitionStep } from '@rowhouse/integrations/internal';
import type { Context } from '../../kernel/module/Module.ts';
import type { ModuleCommand } from '../../kernel/module/ModuleCommand.ts';
import { partitionLogs } from './partitionLogs.ts';
import { refuseOlderLogs } from './upgradeLogs.ts';

const texts: Readonly<Record<PartitionStep, string>> = {
  key: 'Building a key that contains the time …',
  limit: 'Adding the limit of the first partition …',
  validate: 'Reading all calls once, to validate the limit …',
  exchange: 'Exchanging the tables …',
  blocked: 'Another statement uses the log; trying again in 2 seconds …',
  analyze: 'Analyzing …',
};

/** Partitions the log of API calls by month, while the service runs. */
export const partitionCommand: ModuleCommand<Context> = {
  description: 'Partition the log of API calls by month, while the service runs.',
  opens: 'database',
  onInterrupt: 'the current statement finishes',
  async run({ context: { db }, signal, print }) {
    await refuseOlderLogs(db);
    const began = performance.now();
    try {
      const first = await partitionLogs(db, {
        signal,
        onStep: (step) => print(`  ${texts[step]}`),
        onWait: () => print('  Old calls are being deleted; waiting for that to finish …'),
      });
      print(first === null ? 'The log is partitioned by month already.' : doneText(first, began));
    } catch (error) {
      if (!signal.aborted) throw error;
      print('Interrupted: the log is as it was. Run it again to continue.');
      process.exitCode = 130;
    }
  },
};

function doneText({ name, to }: { readonly name: string; readonly to: Date }, began: number): string {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);

  return (
    `Done in ${seconds} s: ${name} has all calls before ${to.toISOString().slice(0, 10)}, and each later month its own ` +
    'partition. Old months are dropped once an hour.'
  );
}
