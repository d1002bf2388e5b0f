import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import vue from '@vitejs/plugin-vue';
import type { Plugin, UserConfig } from 'vite';
import { iconStyles } from './iconStyles.ts';
import { usedStyles } from './usedStyles.ts';

/** Smaller files fit into one packet as they are. */
const smallest = 1_400;

/** Writes a `.br` and a `.gz` next to each file that compresses; @fastify/static serves them (src/http/pages.ts). */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((file) => /\.(js|css|html|svg)$/.test(file));
      await Promise.all(names.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params })),
    writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
  ]);
}

const name = 'virtual:module-pages';

/** `virtual:module-pages`: a list of what the entries of the modules' pages export as default. */
function modulePages(entries: readonly string[]): Plugin {
  return {
    name: 'module-pages',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? [
            ...entries.map((entry, index) => `import pages${index} from ${JSON.stringify(entry)};`),
            `export default [${entries.map((_entry, index) => `pages${index}`).join(', ')}];`,
          ].join('\n')
        : undefined,
  };
}

/** The folder of the pages' sources: `pages` of this package. */
export const pagesRoot: string = fileURLToPath(new URL('../../pages', import.meta.url));

export interface PagesConfigOptions {
  /** Files whose default export is made by `definePages`. */
  readonly entries?: readonly string[];
  /** Further text that names icons and CSS classes. */
  readonly texts?: readonly string[];
  /** Whether the pages are being developed, with `vite`, and not built. */
  readonly isServed?: boolean;
}

/** How Vite builds the pages, with those of modules. */
export function pagesConfig({
  entries = [],
  texts = [],
  isServed = false,
}: PagesConfigOptions = {}): UserConfig {
  const tableVue = sourcesOf('@rowhouse/table-vue');
  const tables = sourcesOf('@rowhouse/tables');
  /** What names icons and CSS classes: the pages, the component, the templates and the default buttons. */
  const sources = [
    `${pagesRoot}/index.html`,
    `${pagesRoot}/src/**/*.{vue,ts}`,
    `${tableVue}/**/*.{vue,ts,js}`,
    `${tables}/template/*.{ts,js}`,
    `${join(import.meta.dirname, '../modules')}/*/*/*.{ts,js,json}`,
    ...entries.map((entry) => `${dirname(entry)}/**/*.{vue,ts,js}`),
  ];
  const styles = [`${pagesRoot}/src/**/*.css`, `${tableVue}/**/*.css`];

  return {
    root: pagesRoot,
    plugins: [vue(), modulePages(entries), iconStyles({ sources, texts }), precompressed()],
    css: { postcss: { plugins: [usedStyles({ sources, texts, styles })] } },
    resolve: {
      // The component is used from its sources, so that nothing needs to be built before the pages.
      conditions: ['@rowhouse/source', 'module', 'browser', isServed ? 'development' : 'production'],
      // Pages of modules use what the pages themselves use, wherever they are: one session, one Vue.
      alias: { '@rowhouse/service/pages': join(pagesRoot, 'src/entry.ts') },
      dedupe: ['vue', 'vue-router', '@rowhouse/table-vue'],
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // The service's Content-Security-Policy allows fonts from files only, not from data: addresses.
      assetsInlineLimit: (file) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined),
      chunkSizeWarningLimit: 700,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    // `vite packages/service/pages` develops them beside a running service.
    server: {
      proxy: Object.fromEntries(
        ['/api', '/docs', '/branding'].map((path) => [
          path,
          process.env.ROWHOUSE_URL ?? 'http://127.0.0.1:3000',
        ]),
      ),
    },
  };
}

/** Folder of what a package is made of: its sources in this repository, what was built of them elsewhere. */
function sourcesOf(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.resolve(name)));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);

  return join(folder, existsSync(join(folder, 'src')) ? 'src' : 'dist');
}
