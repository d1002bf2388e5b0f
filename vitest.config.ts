import { defineConfig } from 'vitest/config';

const conditions = ['@rowhouse/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps,scripts,examples,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.scale.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    reporters: ['default', './test/summaryReporter.ts'],
    // Browser tests wait more than they work; one worker, the default on two cores, would leave a core idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
