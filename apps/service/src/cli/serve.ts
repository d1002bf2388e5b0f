import { defineCommand } from 'citty';
import { loadConfig } from '../config/loadConfig.ts';
import { grantDemoPermissions } from '../demo/grantDemoPermissions.ts';
import { seedApiLogs } from '../demo/seedApiLogs.ts';
import { mostOrders, seedDemo } from '../demo/seedDemo.ts';
import { createLogger } from '../http/logger.ts';
import { arePagesBuilt, builtPages } from '../http/pages.ts';
import { startService } from '../startService.ts';
import { createApiKey } from '../users/createApiKey.ts';
import { findAdministrator } from '../users/findAdministrator.ts';
import { report } from './report.ts';
import { seedProgress } from './seedProgress.ts';
import { type StartFacts, startMessage } from './startMessage.ts';
import { stopOnSignals } from './stopOnSignals.ts';
import { wholeNumber } from './wholeNumber.ts';

/** Runs the service until it is told to stop. */
export const serve = defineCommand({
  meta: { name: 'serve', description: 'Run the service.' },
  args: {
    demo: { type: 'boolean', description: 'Fill the demo tables at the first start.', default: false },
    orders: { type: 'string', description: 'How many demo orders.', default: '20000', valueHint: 'number' },
  },
  run: ({ args }) => report(() => run(args.demo, args.orders)),
});

async function run(demo: boolean, orders: string): Promise<void> {
  const config = loadConfig(process.env, process.cwd());
  const count = wholeNumber('--orders', orders, 0, mostOrders);
  const onStop = stopOnSignals((text) => console.log(text));
  const { logger, file } = createLogger(config);
  const service = await startService({
    config,
    logger,
    prepare: async (db) => {
      if (demo) await seedDemo(db, { orders: count }, seedProgress(process.stdout));
    },
  });
  onStop(() => service.stop());
  const { database, firstAdministrator, auth, directory } = service;
  const isFirstDemo = demo && firstAdministrator !== null;
  if (isFirstDemo) {
    await grantDemoPermissions(database.db);
    directory.forget();
  }
  // There is somebody now who can have made them.
  if (demo) await seedApiLogs(database.db);
  const facts: StartFacts = {
    address: config.port === 0 ? service.address : config.baseUrl,
    config,
    embedded: database.embedded,
    logFile: file,
    pagesBuilt: arePagesBuilt(builtPages),
    firstAdministrator,
    administrator: await findAdministrator(database.db),
    apiKey: isFirstDemo
      ? await createApiKey(database.db, auth, { email: firstAdministrator.email, name: 'demo' })
      : null,
  };
  console.log(startMessage(facts));
}
