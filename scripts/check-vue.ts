import { createRequire } from 'node:module';

/**
 * Checks the types of Vue components and of their importers; passes arguments to vue-tsc, such as
 * `-p packages/table-vue/tsconfig.build.json`. vue-tsc works inside a TypeScript whose compiler is JavaScript, which
 * TypeScript 7 no longer is; so it gets the last such one.
 */
const require = createRequire(import.meta.url);

if (process.argv.length === 2) {
  process.argv.push('--noEmit', '-p', 'tsconfig.vue.json');
}

const { run } = require('vue-tsc') as { run(compiler: string): void };
run(require.resolve('typescript-for-vue/lib/tsc.js'));
