import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { build } from 'vite';

/** Builds the page of the contenders as it would be published, and returns the folder. */
export async function buildPage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'rowhouse-drawing-'));
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'warn',
    plugins: [vue()],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      conditions: ['@rowhouse/source', 'module', 'browser', 'production'],
      // One Vue for all of them.
      dedupe: ['vue'],
    },
    build: { outDir, emptyOutDir: true, rolldownOptions: { checks: { pluginTimings: false } } },
  });
  return outDir;
}
