import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds packages/table-vue/dist: the library, whose size it prints, and its declarations. */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'packages/table-vue');

await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
execFileSync(
  process.execPath,
  [join(root, 'scripts/check-vue.ts'), '-p', join(folder, 'tsconfig.build.json')],
  { cwd: root, stdio: 'inherit' },
);

// Declarations keep the sources' specifiers; under Node's rules only those of JavaScript files lead to declarations.
for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8').replace(
    /(['"]\.{1,2}\/[^'"]*)(\.ts|\.vue)(?=['"])/g,
    (_, name, extension) => (extension === '.vue' ? `${name}.vue.js` : `${name}.js`),
  );
  writeFileSync(path, text);
}
