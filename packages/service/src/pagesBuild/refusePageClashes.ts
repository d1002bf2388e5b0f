import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { StartError } from '../base/errors.ts';
import { pagePaths } from '../kernel/http/pagePaths.ts';
import type { AppPages } from './appPages.ts';
import { pagesConfig } from './pagesConfig.ts';

interface Page {
  readonly owner: string;
  readonly name: string;
  readonly path: string;
}

/** Replaces the pages' own code, which needs a browser; entries only call `definePages`. */
const withoutBrowser = fileURLToPath(new URL('../../pages/src/definePages.ts', import.meta.url));

/**
 * Returns the names of all pages.
 *
 * @throws StartError with status 2 that lists pages with the same path or name, with both owners.
 */
export async function refusePageClashes({ entries, owners }: AppPages): Promise<readonly string[]> {
  const pages: Page[] = Object.entries(pagePaths).map(([name, path]) => ({ owner: service, name, path }));
  const faults: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const owner = `the module "${owners[index]}"`;
    for (const { name, path } of await routesOf(entry)) {
      const page = { owner, name, path };
      const other = pages.find((known) => known.name === name || shapeOf(known.path) === shapeOf(path));
      if (other === undefined) pages.push(page);
      else
        faults.push(`  - ${textOf(page)} has the ${sharedBy(page, other)} of ${textOf(other)}. Change it.`);
    }
  }
  if (faults.length > 0) {
    throw new StartError(`The pages of modules conflict:\n${faults.join('\n')}`, { status: 2 });
  }

  return pages.map(({ name }) => name);
}

const service = 'the service';

/** Imports an entry without a browser, with empty components and styles, to read its routes. */
async function routesOf(entry: string): Promise<readonly Omit<Page, 'owner'>[]> {
  const { resolve } = pagesConfig();
  const { module } = await runnerImport<{ default?: { routes?: readonly Omit<Page, 'owner'>[] } }>(entry, {
    configFile: false,
    logLevel: 'error',
    plugins: [emptyComponents],
    resolve: { ...resolve, alias: { '@rowhouse/service/pages': withoutBrowser } },
  });

  return module.default?.routes ?? [];
}

const empty = '\0empty';
const emptyComponents: Plugin = {
  name: 'empty-components',
  enforce: 'pre',
  resolveId: (id) => (/\.(vue|css|scss|sass|less|svg|png|jpe?g|webp)(\?|$)/.test(id) ? empty : null),
  load: (id) => (id === empty ? 'export default {}' : null),
};

function textOf({ owner, name, path }: Page): string {
  return `the page "${name}" (${path}) of ${owner}`;
}

function sharedBy(page: Page, other: Page): string {
  return page.name === other.name ? 'name' : 'path';
}

/** Equal for paths that differ only in parameter names. */
function shapeOf(path: string): string {
  return path.replace(/\/+$/, '').replace(/:[^/]+/g, ':');
}
