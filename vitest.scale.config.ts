import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests over many rows, which take minutes: `npm run test:scale`. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: ['{packages,apps,scripts,examples,test}/**/*.scale.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
