import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What every page loads, and what several pages share: too small for a file of its own for each. */
const ofEveryPage =
  /\/pages\/src\/(main\.ts|parts\/\w+\.(vue|ts)|api\/\w+\.ts|records\/(recordPath\.ts|useRowLinks\.ts))$/;

/** What a table needs for its first rows, and what almost every table loads immediately after them. */
const ofEveryTable =
  /\/(VueTable|TotalsRow|CardSwipe|SortControl)\.vue$|\/(connectViews|addressState|checkState|urlState|liveTurns)\.[jt]s$/;

/** The texts of a language: of the pages, the service's own tables, and the table component. */
const textsOfLanguage = /\/(?:i18n|locales\/templates)\/(\w\w)\.json$/;

const tableFile = 'table';

/**
 * A file for every page, one for every table and one for every language, each with all that it imports, instead of one for every set
 * of pages that share a module. What is loaded by need stays apart.
 */
export const fewFiles: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'pages', test: ofEveryPage, priority: 2 },
    { name: tableFile, test: ofEveryTable, priority: 1 },
    { name: (id) => textsOfLanguage.exec(id)?.[1] ?? null, priority: 3 },
  ],
};

/** In index.html, and in public/ for development. */
const early = 'early.js';

/**
 * Completes index.html: early.js, which delays all other code, gets a name with a hash, so that it is not revalidated at each
 * visit. The service finds the code of tables in `<meta name="rowhouse-table-part">`, and lets pages with a table preload it.
 */
export function completeIndex(pagesRoot: string): Plugin {
  return {
    name: 'complete-index',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: early, source: readFileSync(join(pagesRoot, 'public', early)) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const table = files.find((file) => file.type === 'chunk' && file.name === tableFile);
        const first = files.find((file) => file.type === 'asset' && file.names.includes(early));
        const meta = table ? `<meta name="rowhouse-table-part" content="/${table.fileName}">` : '';

        return html.replace(`/${early}`, `/${first?.fileName ?? early}`).replace('</head>', `${meta}</head>`);
      },
    },
  };
}
