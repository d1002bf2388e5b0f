import { defineConfig } from 'vite';
import { pagesConfig } from '../src/pagesBuild/pagesConfig.ts';

/** The service's pages, without those of modules. `vite build packages/service/pages` builds them into dist. */
export default defineConfig(({ command }) => pagesConfig({ isDevelopment: command === 'serve' }));
