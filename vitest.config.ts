import { defineConfig } from 'vitest/config';

const conditions = ['@rowhouse/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps,scripts,examples,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.{slow,scale}.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    reporters: ['default', './test/summaryReporter.ts'],
    // Many tests wait more than they work, for browsers, heartbeats and disks: as many workers as cores would leave cores idle.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
