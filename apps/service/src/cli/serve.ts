import { defineCommand } from 'citty';
import type { Config } from '../config/Config.ts';
import { loadConfig } from '../config/loadConfig.ts';
import { grantDemoPermissions } from '../demo/grantDemoPermissions.ts';
import { seedApiLogs } from '../demo/seedApiLogs.ts';
import { mostOrders, seedDemo } from '../demo/seedDemo.ts';
import { createLogger } from '../http/logger.ts';
import { arePagesBuilt, builtPages } from '../http/pages.ts';
import { type RunningService, startService } from '../startService.ts';
import { createApiKey } from '../users/createApiKey.ts';
import { findAdministrator } from '../users/findAdministrator.ts';
import { permittedRoles } from '../users/permittedRoles.ts';
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
  try {
    const facts = await factsOf(service, { config, logFile: file, demo });
    console.log(startMessage(facts));
  } catch (error) {
    // Shown nowhere else.
    const { firstAdministrator: first } = service;
    if (first !== null) console.log(`Sign in as ${first.email} with password ${first.password}`);
    await service.stop();
    throw error;
  }
}

/** Completes the demo, for which there has to be a user, and gathers what the start message says. */
async function factsOf(
  { address, database, firstAdministrator, auth, directory }: RunningService,
  {
    config,
    logFile,
    demo,
  }: { readonly config: Config; readonly logFile: string | null; readonly demo: boolean },
): Promise<StartFacts> {
  const { db, embedded } = database;
  const isFirstDemo = demo && firstAdministrator !== null;
  if (isFirstDemo) {
    await grantDemoPermissions(db);
    directory.forget();
  }
  if (demo) await seedApiLogs(db);
  const [role = 'administrator'] = await permittedRoles(db);

  return {
    address: config.port === 0 ? address : config.baseUrl,
    config,
    embedded,
    logFile,
    pagesBuilt: arePagesBuilt(builtPages),
    firstAdministrator,
    administrator: await findAdministrator(db),
    role,
    apiKey: isFirstDemo
      ? await createApiKey(db, auth, { email: firstAdministrator.email, name: 'demo' })
      : null,
  };
}
