import { defineCommand } from 'citty';
import { refuseOlderLogs } from '../apiCalls/upgradeLogs.ts';
import { seedApiLogs } from '../demo/seedApiLogs.ts';
import { mostOrders, seedDemo } from '../demo/seedDemo.ts';
import { report } from './report.ts';
import { seedProgress } from './seedProgress.ts';
import { wholeNumber } from './wholeNumber.ts';
import { withDatabase } from './withDatabase.ts';

/** Fills the demo tables; may run beside the service, and goes on where an earlier run was stopped. */
export const demoSeed = defineCommand({
  meta: { name: 'demo:seed', description: 'Fill the demo tables.' },
  args: {
    orders: { type: 'string', description: 'Orders in all.', default: '1000000', valueHint: 'number' },
  },
  run: ({ args }) =>
    report(async () => {
      const orders = wholeNumber('--orders', args.orders, 0, mostOrders);
      await withDatabase(async ({ db }) => {
        await refuseOlderLogs(db);
        await seedDemo(db, { orders }, seedProgress(process.stdout));
        await seedApiLogs(db);
        console.log('The demo data is there.');
      });
    }),
});
