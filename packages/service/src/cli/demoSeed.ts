import { defineCommand } from 'citty';
import { wholeNumber } from '../base/commandLine.ts';
import { StartError } from '../base/errors.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { Seed } from '../kernel/module/Module.ts';
import { report } from './command.ts';
import { seedProgress } from './progress.ts';
import { withDatabase } from './withDatabase.ts';

/** Fills the demo tables; may run at the same time as the service, and continues an interrupted run. */
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
      const rows = wholeNumber('--orders', args.orders, 0, maxRows);
      await withDatabase(async ({ service, db }) => {
        const seeds = seedsOf(service);
        await service.afterMigrate(db);
        const progress = seedProgress(process.stdout);
        for (const { fill, complete } of seeds) {
          await fill(db, { rows, progress });
          await complete?.(db, { isFirst: false });
        }
        console.log('The demo data is complete.');
      });
    }),
});

/** Limit of seeded rows; ids of rows that users add are larger. */
export const maxRows = 1_000_000_000;

/** @throws StartError if no module of the application has example data. */
export function seedsOf({ modules = [] }: ServiceDefinition): readonly Seed[] {
  const seeds = modules.flatMap(({ seed }) => seed ?? []);
  if (seeds.length > 0) return seeds;
  throw new StartError(
    'No module has example data, which --demo and demo:seed would fill in. Run the command in the folder of a ' +
      'rowhouse.config.ts whose modules have a seed, or name that file with --config.',
  );
}
