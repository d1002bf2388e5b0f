import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import type { UserConfig } from 'vite';
import { iconStyles } from './iconStyles.ts';
import { modulePages } from './modulePages.ts';
import { precompressed } from './precompressed.ts';
import { usedStyles } from './usedStyles.ts';

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
