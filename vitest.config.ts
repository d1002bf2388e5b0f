import { defineConfig } from 'vitest/config';
import { minutes, patience } from './test/patience.ts';

const conditions = ['@rowhouse/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ['test/globalSetup.ts'],
    reporters: ['default', './test/summaryReporter.ts'],
    include: ['{packages,apps,scripts,examples,test}/**/*.test.ts'],
    // What the starter copies has tests of its own, for the folder that it makes.
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'packages/create-rowhouse/template/**',
      '**/*.{slow,scale,faults}.test.ts',
    ],
    // Loading the modules again for each file takes a quarter of the time. So a test leaves nothing behind in
    // its process: timers, environment and globals are put back.
    isolate: false,
    // Many tests wait more than they work, for browsers, heartbeats and disks: as many workers as cores would leave cores idle.
    maxWorkers: 4,
    expect: { poll: { timeout: 20_000 * patience } },
    testTimeout: minutes(1),
    // The first of several files builds what all of them need.
    hookTimeout: minutes(3),
  },
});
