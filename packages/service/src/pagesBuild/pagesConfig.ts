import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import vue from '@vitejs/plugin-vue';
import type { Plugin, UserConfig } from 'vite';
import { completeIndex, fewFiles } from './firstFiles.ts';
import { iconStyles, usedStyles } from './pageStyles.ts';

/** Smaller files fit into one packet. */
const minBytes = 1_400;

/** Writes `.br` and `.gz` files for compressible files; @fastify/static serves them. */
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
  if (content.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}

const name = 'virtual:module-pages';

/** `virtual:module-pages`: a list of the default exports of the entries. */
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

/** Source folder of the pages: `pages` of this package. */
export const pagesRoot: string = fileURLToPath(new URL('../../pages', import.meta.url));

export interface PagesConfigOptions {
  /** Files whose default export is the result of `definePages`. */
  readonly entries?: readonly string[];
  /** Further texts that name icons and CSS classes. */
  readonly texts?: readonly string[];
  /** Whether Vite serves the pages for development instead of building them. */
  readonly isDevelopment?: boolean;
}

/** The Vite configuration of the pages, including those of modules. */
export function pagesConfig({
  entries = [],
  texts = [],
  isDevelopment = false,
}: PagesConfigOptions = {}): UserConfig {
  const tableVueEntry = import.meta.resolve('@rowhouse/table-vue');
  const tableVue = sourcesOf(fileURLToPath(tableVueEntry));
  // A dependency of the component, not of this package.
  const tableClient = dirname(findPackageJSON('@rowhouse/table-client', tableVueEntry) ?? tableVue);
  const tables = sourcesOf(fileURLToPath(import.meta.resolve('@rowhouse/tables')));
  /** Files that name icons and CSS classes. */
  const sources = [
    `${pagesRoot}/index.html`,
    `${pagesRoot}/src/**/*.{vue,ts}`,
    `${tableVue}/**/*.{vue,ts,js}`,
    `${tableClient}/{src,dist}/**/*.{ts,js}`,
    `${tables}/template/*.{ts,js}`,
    `${join(import.meta.dirname, '../modules')}/*/*/*.{ts,js,json}`,
    ...entries.map((entry) => `${dirname(entry)}/**/*.{vue,ts,js}`),
  ];
  const styles = [`${pagesRoot}/src/**/*.css`, `${tableVue}/**/*.css`];

  return {
    root: pagesRoot,
    plugins: [
      vue(),
      modulePages(entries),
      iconStyles({ sources, texts }),
      completeIndex(pagesRoot),
      precompressed(),
    ],
    // Texts are one object each, without a second copy by name.
    json: { namedExports: false },
    css: { postcss: { plugins: [usedStyles({ sources, texts, styles })] } },
    resolve: {
      // Uses the sources of the table component, so that it need not be built first.
      conditions: ['@rowhouse/source', 'module', 'browser', isDevelopment ? 'development' : 'production'],
      // Pages of modules share the session and Vue with the service's pages.
      alias: { '@rowhouse/service/pages': join(pagesRoot, 'src/entry.ts') },
      dedupe: ['vue', 'vue-router', '@rowhouse/table-vue'],
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // The Content-Security-Policy allows fonts from files only, not from data: URLs.
      assetsInlineLimit: (file) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined),
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // Parts that every table loads are in its file on purpose.
        checks: { pluginTimings: false, ineffectiveDynamicImport: false },
        output: { codeSplitting: fewFiles },
      },
    },
    // For `vite packages/service/pages` with a running service.
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

/** Source folder of the package with this entry: `src` in this repository, otherwise `dist`. */
function sourcesOf(entry: string): string {
  let folder = dirname(entry);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);

  return join(folder, existsSync(join(folder, 'src')) ? 'src' : 'dist');
}
