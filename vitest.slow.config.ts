import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/LongFirst.ts';
import base from './vitest.config.ts';

/**
 * Tests that take long for how seldom they break: every page under the rules of accessibility in all colours, killed
 * processes, another client in a browser. `npm run test:slow`; CI runs them with the others.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    sequence: { sequencer: LongFirst },
    include: ['{packages,apps,scripts,examples,test}/**/*.slow.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
