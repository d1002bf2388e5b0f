import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds packages/table-vue/dist: the library, whose size it prints, and its declarations. A part of `npm run build`. */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages/table-vue');

await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
execFileSync(
  process.execPath,
  [join(root, 'scripts/check-vue.ts'), '-p', join(folder, 'tsconfig.build.json')],
  { cwd: root, stdio: 'inherit' },
);
