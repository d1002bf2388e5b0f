import { ensureInstalled } from './ensureInstalled.ts';

const suites: Record<string, () => Promise<{ main(args: string[]): Promise<void> }>> = {
  action: () => import('./actions/main.ts'),
  apiLogs: () => import('./apiLogs/main.ts'),
  avatars: () => import('./avatars/main.ts'),
  calls: () => import('./calls/main.ts'),
  costs: () => import('./costs/main.ts'),
  data: () => import('./data/main.ts'),
  drawing: () => import('./drawing/main.ts'),
  export: () => import('./export/main.ts'),
  filters: () => import('./filters/main.ts'),
  logMonths: () => import('./logMonths/main.ts'),
  introspect: () => import('./introspect/main.ts'),
  firstLoad: () => import('./firstLoad/main.ts'),
  summaries: () => import('./summaries/main.ts'),
};

const [name = '', ...args] = process.argv.slice(2).filter((arg) => arg !== '--');
const suite = suites[name];
if (suite === undefined) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(suites).join(' | ')} [options]`);
  process.exit(2);
}
// Before the suite is imported: it imports what is being installed.
ensureInstalled();
await (await suite()).main(args);
