import { defineConfig } from 'vitest/config';

const conditions = ['@rowhouse/source', 'node'];
const elsewhere = ['**/node_modules/**', '**/dist/**', '**/*.{slow,scale}.test.ts'];
/** Tests beside the sources of the packages, which leave nothing behind in their process. */
const units = 'packages/*/src/**/*.test.ts';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ['test/globalSetup.ts'],
    reporters: ['default', './test/summaryReporter.ts'],
    // Many tests wait more than they work, for browsers, heartbeats and disks: as many workers as cores would leave cores idle.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Starting a process for each of so many files takes longer than what most of them do.
        test: { name: 'units', include: [units], exclude: elsewhere, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'flows',
          include: ['{packages,apps,scripts,examples,test}/**/*.test.ts'],
          exclude: [...elsewhere, units],
        },
      },
    ],
  },
});
