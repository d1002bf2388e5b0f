import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, publishedPackages, root } from './packages.ts';

/**
 * Builds what is published, into the `dist` of each package: JavaScript modules, declarations, source maps, SQL programs. The
 * types of each package are those that its users see: built declarations of the packages before it, not their sources.
 */
const vite = 'node_modules/vite/bin/vite.js';
for (const name of publishedPackages) {
  const folder = packageFolder(name);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  if (name === 'service') run([vite, 'build', 'packages/service/pages', '--logLevel', 'warn']);
  run(name === 'table-vue' ? ['scripts/build-table-vue.ts'] : [compiler(), '-p', buildConfig(folder)]);
  if (name === 'table-client') run([vite, 'build', 'packages/table-client', '--logLevel', 'warn']);
  pointAtJavaScript(folder);
  copyPrograms(folder);
}

function buildConfig(folder: string): string {
  const file = join(folder, 'tsconfig.build.json');
  if (!existsSync(file)) throw new Error(`${file} is missing; npm run build builds by it.`);

  return file;
}

function compiler(): string {
  return join(root, 'node_modules/typescript/bin/tsc');
}

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  // What is wrong has been printed.
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Declarations keep the sources' specifiers (such as `row.ts`, `Grid.vue`); under Node's rules only those of JavaScript files
 * lead to declarations, in every version of TypeScript.
 */
function pointAtJavaScript(folder: string): void {
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8').replace(
      /(['"]\.{1,2}\/[^'"\n]*?)(\.ts|\.vue)(?=['"])/g,
      (_, name: string, extension: string) => (extension === '.vue' ? `${name}.vue.js` : `${name}.js`),
    );
    writeFileSync(path, text);
  }
}

/** SQL programs are read at run time, from the folder of the module that uses them. */
function copyPrograms(folder: string): void {
  for (const file of globSync('**/*.sql', { cwd: join(folder, 'src') })) {
    cpSync(join(folder, 'src', file), join(folder, 'dist', file));
  }
}
