import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type PagePart, partName } from '../kernel/http/pageAnswers.ts';

/** What every page loads, and what several pages share: too small for a file of its own for each. */
const ofEveryPage =
  /\/pages\/src\/(main\.ts|parts\/\w+\.(vue|ts)|api\/\w+\.ts|records\/(recordPath\.ts|useRowLinks\.ts))$/;

/** What a table needs for its first rows, and what almost every table loads immediately after them. */
const ofEveryTable =
  /\/(VueTable|TotalsRow|CardSwipe|SortControl)\.vue$|\/(connectViews|addressState|checkState|urlState|liveTurns)\.[jt]s$/;

/** What every form of a record needs for its fields. */
const ofEveryForm = /\/(RecordEditor|RecordForm|RecordFormField|FieldSections)\.vue$/;

/** The texts of a language: of the pages, the service's own tables, and the table component. */
const textsOfLanguage = /\/(?:i18n|locales\/templates)\/(\w\w)\.json$/;

const ofTables = new RegExp(`${ofEveryTable.source}|/createTableClient\\.[jt]s$`);
const ofForms = new RegExp(
  `${ofEveryForm.source}|/recordForm/|/(useRecordForm|records|numberText|describeCell)\\.[jt]s$`,
);
/** What both use of the protocol. */
const ofProtocol = /\/table-protocol\/(src|dist)\/(changes|editing|numberText)\.[jt]s$/;
/** Entries of the packages below, which import everything: what is used of them is not known. */
const entries = /\/(src|dist)\/(index|internal)\.[jt]s$/;

/** What tables and forms share is in the file of every page, so that a form does not load the code of tables. */
function pagesFile(id: string, context: Rolldown.ChunkingContext): string | null {
  const isShared = ofProtocol.test(id) || (isUsedBy(ofTables, id, context) && isUsedBy(ofForms, id, context));

  return isShared || ofEveryPage.test(id) ? 'pages' : null;
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
    users.test(id) ||
    importers.some(
      (other) => !seen.has(other) && !entries.test(other) && isUsedBy(users, other, context, seen),
    )
  );
}

/** Files that pages preload. */
const parts: readonly { readonly name: PagePart; readonly test: RegExp; readonly priority: number }[] = [
  { name: 'table', test: ofEveryTable, priority: 1 },
  { name: 'form', test: ofEveryForm, priority: 0 },
];

/**
 * A file for every page, one for every table, one for every form and one for every language, each with all that it imports, instead of
 * one for every set of pages that share a module. What is loaded by need stays apart.
 */
export const fewFiles: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: pagesFile, priority: 2 },
    ...parts,
    { name: (id) => textsOfLanguage.exec(id)?.[1] ?? null, priority: 3 },
  ],
};

/** In index.html, and in public/ for development. */
const early = 'early.js';

/**
 * Completes index.html: early.js, which delays all other code, gets a name with a hash, so that it is not revalidated at each
 * visit. The service finds the code of tables and forms in a `<meta>` for each, and lets pages with one preload it.
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
        const metas = parts.map(({ name }) => {
          const file = files.find((each) => each.type === 'chunk' && each.name === name);

          return file ? `<meta name="${partName(name)}" content="/${file.fileName}">` : '';
        });
        const first = files.find((file) => file.type === 'asset' && file.names.includes(early));

        return html
          .replace(`/${early}`, `/${first?.fileName ?? early}`)
          .replace('</head>', `${metas.join('')}</head>`);
      },
    },
  };
}
