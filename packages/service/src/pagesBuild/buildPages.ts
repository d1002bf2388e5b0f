import { writeFile } from 'node:fs/promises';
import { StartError } from '../base/errors.ts';
import { pagePaths } from '../kernel/http/pagePaths.ts';
import { type AppPages, builtNames, isSource, recordFile, recordOf, type staleness } from './appPages.ts';

interface BuildPagesOptions {
  /** The folder of rowhouse.config.ts. */
  readonly appFolder: string;
  readonly logLevel?: 'info' | 'warn' | 'error';
}

/** Optional packages that only the build of pages requires. */
const builders = [
  'vite',
  '@vitejs/plugin-vue',
  'vue',
  'vue-router',
  'bulma',
  '@fortawesome/fontawesome-free',
  '@fullhuman/postcss-purgecss',
  '@rowhouse/table-vue',
];

/**
 * Builds the service's pages together with those of modules into `pages.folder`.
 *
 * @throws StartError for missing packages, conflicting pages and build errors.
 */
export async function buildPages(
  pages: AppPages,
  { appFolder, logLevel = 'warn' }: BuildPagesOptions,
): Promise<void> {
  const missing = missingBuilders();
  if (missing.length > 0) {
    throw new StartError(
      `The pages of modules are built by Vite, and these packages are not installed: ${missing.join(', ')}. ` +
        `Run "npm install --save-dev ${missing.join(' ')}".`,
    );
  }
  const [{ build }, { pagesConfig }] = await Promise.all([import('vite'), import('./pagesConfig.ts')]);
  const names = (await checkPages(pages)) ?? [];
  const config = pagesConfig(pages);
  const sources = new Set<string>();
  const collect = {
    name: 'rowhouse-sources',
    moduleParsed({ id }: { readonly id: string }) {
      const [path = ''] = id.split('?');
      if (isSource(path, pages, appFolder)) sources.add(path);
    },
  };
  try {
    await build({
      ...config,
      configFile: false,
      logLevel,
      plugins: [config.plugins, collect],
      build: { ...config.build, outDir: pages.folder, emptyOutDir: true },
    });
  } catch (cause) {
    throw new StartError(`The pages could not be built: ${(cause as Error).message}`, { cause });
  }
  await writeFile(recordFile(pages.folder), recordOf(pages, appFolder, { sources: [...sources], names }));
}

/**
 * Checks the pages of modules for conflicts, and returns the names of all pages; null if the packages for it are not
 * installed.
 *
 * @throws StartError with status 2 for conflicting pages.
 */
async function checkPages(pages: AppPages): Promise<readonly string[] | null> {
  if (missingBuilders().length > 0) return null;
  const { refusePageClashes } = await import('./refusePageClashes.ts');

  return await refusePageClashes(pages);
}

/**
 * The names of the pages of the application's modules (null without any) and of the service; null if they are not known.
 * Current pages were checked when built.
 *
 * @throws StartError with status 2 for conflicting pages.
 */
export async function pageNames(
  pages: AppPages | null,
  fault: ReturnType<typeof staleness> | null,
): Promise<readonly string[] | null> {
  if (pages === null) return Object.keys(pagePaths);

  return fault === null ? builtNames(pages) : await checkPages(pages);
}

function missingBuilders(): string[] {
  return builders.filter((name) => !isInstalled(name));
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(
      name === 'bulma' ? 'bulma/css/bulma.css' : `${name}${name.startsWith('@fort') ? '/package.json' : ''}`,
    );
    return true;
  } catch {
    return false;
  }
}
