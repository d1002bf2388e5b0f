import { ensureInstalled } from './ensureInstalled.ts';
import { readOptions } from './harness/options.ts';
import { publish } from './harness/report.ts';
import type { Suite } from './harness/suite.ts';

const suites: Readonly<Record<string, () => Promise<{ readonly suite: Suite }>>> = {
  action: () => import('./actions/main.ts'),
  calls: () => import('./calls/main.ts'),
  costs: () => import('./costs/main.ts'),
  data: () => import('./data/main.ts'),
  export: () => import('./export/main.ts'),
  firstLoad: () => import('./firstLoad/main.ts'),
  import: () => import('./import/main.ts'),
  records: () => import('./records/main.ts'),
  start: () => import('./start/main.ts'),
};

const [name = '', ...args] = process.argv.slice(2).filter((arg) => arg !== '--');
const load = suites[name];
if (load === undefined) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(suites).join(' | ')} [options]`);
  process.exit(2);
}
// Before the suite is imported: it imports what is being installed.
ensureInstalled();
const { suite } = await load();
const options = readOptions(name, suite.options, args);
// Neither a password nor an address with one is part of a report.
const secrets = ['--password', '--database-url'];
const shown = args.map((arg, index) => (secrets.includes(args[index - 1] ?? '') ? '…' : arg));
await publish(await suite.measure(options), ['npm run bench --', name, ...shown].join(' '), options.out);
