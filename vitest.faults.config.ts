import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * The service under load while what it needs goes away and comes back: `npm run test:faults`. It takes some minutes and two
 * cores, and writes its report to test-output/reports.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    // It has a database server of its own, which it can stop.
    globalSetup: [],
    include: ['{packages,apps,scripts,examples,test}/**/*.faults.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
