import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { iconStyles } from './build/iconStyles.ts';
import { precompressed } from './build/precompressed.ts';
import { usedStyles } from './build/usedStyles.ts';

const repository = `${import.meta.dirname}/../../..`;

/** What names icons and CSS classes: the pages, the component, the templates and the default buttons. */
const sources = [
  `${import.meta.dirname}/index.html`,
  `${import.meta.dirname}/src/**/*.{vue,ts}`,
  `${repository}/packages/table-vue/src/**/*.{vue,ts}`,
  `${repository}/packages/tables/src/template/*.ts`,
  `${repository}/packages/service/src/modules/*/*/*.{ts,json}`,
  `${repository}/apps/demo/src/{index.ts,tables/*.{ts,json}}`,
];

const styles = [`${import.meta.dirname}/src/**/*.css`, `${repository}/packages/table-vue/src/**/*.css`];

/** The service's pages. `vite build packages/service/pages` builds them into dist, which the service serves. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [vue(), iconStyles({ sources }), precompressed()],
  css: { postcss: { plugins: [usedStyles({ sources, styles })] } },
  resolve: {
    // The component is used from its sources, so that nothing needs to be built before the pages.
    conditions: ['@rowhouse/source', 'module', 'browser', command === 'serve' ? 'development' : 'production'],
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
      ['/api', '/docs'].map((path) => [path, process.env.ROWHOUSE_URL ?? 'http://127.0.0.1:3000']),
    ),
  },
}));
