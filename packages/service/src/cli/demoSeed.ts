import { defineCommand } from 'citty';
import { refuseOlderLogs } from '../modules/apiCalls/upgradeLogs.ts';
import { report } from './report.ts';
import { seedProgress } from './seedProgress.ts';
import { mostRows, seedsOf } from './seedsOf.ts';
import { wholeNumber } from './wholeNumber.ts';
import { withDatabase } from './withDatabase.ts';

/** Fills the demo tables; may run beside the service, and goes on where an earlier run was stopped. */
export const demoSeed = defineCommand({
  meta: { name: 'demo:seed', description: 'Fill the demo tables.' },
  args: {
    orders: {
      type: 'string',
      description: 'Total number of orders.',
      default: '1000000',
      valueHint: 'number',
    },
  },
  run: ({ args }) =>
    report(async () => {
      const rows = wholeNumber('--orders', args.orders, 0, mostRows);
      await withDatabase(async ({ service, db }) => {
        const seeds = seedsOf(service);
        await refuseOlderLogs(db);
        const progress = seedProgress(process.stdout);
        for (const { fill, complete } of seeds) {
          await fill(db, { rows, progress });
          await complete?.(db, { isFirst: false });
        }
        console.log('The demo data is complete.');
      });
    }),
});
