import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { StartError } from '../base/errors.ts';
import { didYouMean } from '../kernel/config/checkWritten.ts';
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

/** What `definePages` returns, as far as it is checked. */
interface Definition {
  readonly routes?: readonly Omit<Page, 'owner'>[];
  readonly extend?: Readonly<Record<string, unknown>>;
}

/** The others lead to these. */
const needed = [
  'home',
  'sign-in',
  'forgot-password',
  'set-password',
  'tables.show',
  'tables.record',
  'tables.create',
  'tables.edit',
];

/**
 * Returns the names of all pages.
 *
 * @throws StartError with status 2 that lists pages with the same path or name, with both owners, and changes of pages that do
 * not exist or are needed.
 */
export async function refusePageClashes({ entries, owners }: AppPages): Promise<readonly string[]> {
  const pages: Page[] = Object.entries(pagePaths).map(([name, path]) => ({ owner: service, name, path }));
  const faults: string[] = [];
  const definitions: { readonly owner: string; readonly definition: Definition }[] = [];
  for (const [index, entry] of entries.entries()) {
    definitions.push({ owner: `the module "${owners[index]}"`, definition: await definitionOf(entry) });
  }
  for (const { owner, definition } of definitions) {
    for (const { name, path } of definition.routes ?? []) {
      const page = { owner, name, path };
      const other = pages.find((known) => known.name === name || shapeOf(known.path) === shapeOf(path));
      if (other === undefined) pages.push(page);
      else
        faults.push(`  - ${textOf(page)} has the ${sharedBy(page, other)} of ${textOf(other)}. Change it.`);
    }
  }
  const names = pages.map(({ name }) => name);
  const changes = definitions.flatMap(({ owner, definition: { extend = {} } }) =>
    Object.entries(extend).map(([name, component]) => ({ owner, name, isRemoved: component === null })),
  );
  for (const { owner, name, isRemoved } of changes) {
    if (!names.includes(name))
      faults.push(`  - ${owner} extends the page "${name}". ${remedyFor(name, names)}`);
    else if (isRemoved && needed.includes(name))
      faults.push(
        `  - ${owner} removes the page "${name}", which others need. Give a component instead of null.`,
      );
  }
  if (faults.length > 0) {
    throw new StartError(`The pages of modules conflict:\n${faults.join('\n')}`, { status: 2 });
  }

  const last = new Map(changes.map(({ name, isRemoved }) => [name, isRemoved]));

  return names.filter((name) => last.get(name) !== true);
}

const service = 'the service';

/** Imports an entry without a browser, with empty components and styles. */
async function definitionOf(entry: string): Promise<Definition> {
  const { resolve } = pagesConfig();
  const { module } = await runnerImport<{ default?: Definition }>(entry, {
    configFile: false,
    logLevel: 'error',
    plugins: [emptyComponents],
    resolve: { ...resolve, alias: { '@rowhouse/service/pages': withoutBrowser } },
  });

  return module.default ?? {};
}

const empty = '\0empty';
const emptyComponents: Plugin = {
  name: 'empty-components',
  enforce: 'pre',
  resolveId: (id) => (/\.(vue|css|scss|sass|less|svg|png|jpe?g|webp)(\?|$)/.test(id) ? empty : null),
  load: (id) => (id === empty ? 'export default {}' : null),
};

function remedyFor(name: string, names: readonly string[]): string {
  const near = didYouMean(name, names);

  return near === undefined
    ? `No page has this name; pages are ${names.join(', ')}.`
    : `Did you mean "${near}"?`;
}

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
