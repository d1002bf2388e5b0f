import { relative } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';

/**
 * The modules of a table as one file, and those that forms and imports use as well as another one, so that an application with the table
 * loads few files, and one with a form alone does not load the table. All others are files of their own.
 */
function fileOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const isOfTable = isUsedBy(/\/src\/createTableClient\.ts$/, id, context);
  if (isOfTable) return isUsedBy(/\/src\/(recordForm|imports)\//, id, context) ? 'shared' : 'table';
  const name = relative(`${import.meta.dirname}/src`, id).replace(/\.ts$/, '');

  return name === 'index' || name === 'internal' ? null : name;
}

/** Whether it is one of these modules, or one that they import, directly or by others, but not when it is needed. */
function isUsedBy(
  users: RegExp,
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  const { importers = [] } = context.getModuleInfo(id) ?? {};
  seen.add(id);

  return (
    users.test(id) || importers.some((other) => !seen.has(other) && isUsedBy(users, other, context, seen))
  );
}

/** The JavaScript of the library, not minified. Declarations are the compiler's part of the build. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'baseline-widely-available',
    lib: { entry: { index: 'src/index.ts', internal: 'src/internal.ts' }, formats: ['es'] },
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external: [/^@preact\//, /^@rowhouse\//],
      preserveEntrySignatures: 'allow-extension',
      checks: { pluginTimings: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf }] },
      },
    },
  },
});
