import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import vue from '@vitejs/plugin-vue';
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite';

/**
 * Modules that are loaded together when one of them is needed: a file of its own for each would cost more than it saves. What
 * several files need is in the first one.
 */
const parts: readonly (readonly [name: string, modules: RegExp])[] = [
  ['grouping', /[gG]roup(Panel|edBody|End)/],
  ['phone', /swipe|ColumnSheet|SortControl/],
  ['filters', /\/filters\/(?!builder)|describeWhere/],
  ['menus', /\/popover\/|Menu|Panel|columnEntries|groupEntries|viewItems/],
  ['dialogs', /Dialog|ColumnStatistics|statisticsFigures|keyList|\/states\/|\/selection\//],
  ['editing', /\/grid\/editing\//],
  ['recordForm', /\/recordForm\//],
  ['builder', /\/filters\/builder\//],
];

/** The modules that are loaded with the table, which the other files share; texts are an entry of their own. */
function tableOf(id: string, context: Rolldown.ChunkingContext): string | null {
  return id.includes('/src/') && !id.includes('/i18n/') && !isLoadedByNeed(id, context) ? 'table' : null;
}

const partGroups = parts.map(([name, modules], index) => ({
  name: (id: string, context: Rolldown.ChunkingContext) =>
    parts.find(([, others]) => others.test(id))?.[1] === modules && isLoadedByNeed(id, context) ? name : null,
  priority: parts.length - index,
}));

/** The library: dist/index.js and dist/texts.js, not minified, and dist/style.css. Declarations are `vue-tsc`'s part of the build. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [vue(), withStyle(), reportSize()],
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    lib: {
      entry: { index: 'src/index.ts', texts: 'src/i18n/texts.ts' },
      fileName: (_format, name) => `${name}.js`,
      formats: ['es'],
      cssFileName: 'style',
    },
    minify: false,
    cssMinify: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external: ['vue', /^@rowhouse\//],
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [{ name: tableOf, priority: parts.length + 1 }, ...partGroups],
        },
      },
    },
  },
});

function isLoadedByNeed(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  const { importers = [], isEntry = false } = context.getModuleInfo(id) ?? {};
  seen.add(id);

  return !isEntry && importers.every((other) => seen.has(other) || isLoadedByNeed(other, context, seen));
}

/** Takes the style sheet, which the sources do not import, into the build as a file of its own. */
function withStyle(): Plugin {
  const entry = join(import.meta.dirname, 'src/index.ts');

  return {
    name: 'with-style',
    transform: (code, id) => (id === entry ? `import './style/index.css';\n${code}` : undefined),
  };
}

/** Prints what the component adds to a page: its own code minified, Vue and the page's icons and Bulma not counted. */
function reportSize(): Plugin {
  return {
    name: 'report-size',
    writeBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.map')) continue;
        const content =
          file.type === 'chunk' ? minifySync(name, file.code, { module: true }).code : String(file.source);
        const size = (bytes: Uint8Array) => `${(bytes.length / 1000).toFixed(1)} kB`;
        console.log(
          `${name}: ${size(Buffer.from(content))} minified, ${size(gzipSync(content, { level: 9 }))} gzip, ${size(brotliCompressSync(content))} brotli`,
        );
      }
    },
  };
}
