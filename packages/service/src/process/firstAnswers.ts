import { defaultLocale } from '@rowhouse/table-protocol/internal';
import type { AskFor, FirstAnswers } from '../kernel/http/pageAnswers.ts';
import { pagePaths } from '../kernel/http/pagePaths.ts';

/** The part of GET /api/core/tables that names the table of a page, and its forms. */
interface Menu {
  readonly data: readonly {
    readonly id: string;
    readonly path: string;
    readonly init: string;
    readonly create?: string;
    readonly edit?: string;
  }[];
}

/** The part of GET /api/core/me with the language of the page. */
interface Me {
  readonly user: { readonly language: string };
}

/** The pages of forms, with the table and the row as groups. */
const formPages = (['tables.create', 'tables.edit'] as const).map(
  (name) => new RegExp(`^${pagePaths[name].replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
);

/**
 * What the pages ask for before they show something: the user, the menu, for the page of a table its description and its views, and for
 * that of a form its fields. Paths are those of packages/service/pages/src.
 */
export async function firstAnswers(page: string, ask: AskFor): Promise<FirstAnswers | null> {
  const answers = new Map<string, string>();
  const add = async (path: string) => {
    const body = await ask(path);
    if (body !== null) answers.set(path, body);

    return body;
  };
  const me = await add('/api/core/me');
  if (me === null) return null;
  const menu = await add('/api/core/tables');
  const tables = menu === null ? [] : (JSON.parse(menu) as Menu).data;
  const { language } = (JSON.parse(me) as Me).user;
  // As the components ask for them.
  const ofUser = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const all = Object.entries({ ...(language !== defaultLocale && { locale: language }), ...query });

    return all.length === 0 ? path : `${path}?${new URLSearchParams(all)}`;
  };
  const table = tables.find(({ path }) => path === page);
  if (table !== undefined) {
    await Promise.all([ofUser(table.init), `/api/views?table=${encodeURIComponent(table.id)}`].map(add));
  }
  const form = formOf(page, tables);
  if (form !== null) await add(ofUser(form.path, form.row === null ? {} : { row: form.row }));

  return { answers, parts: form !== null ? ['form'] : table !== undefined ? ['table'] : [] };
}

/** The address of the form of a page, and its row, which is null for a new record; null for other pages. */
function formOf(
  page: string,
  tables: Menu['data'],
): { readonly path: string; readonly row: string | null } | null {
  const groups = formPages.map((pattern) => pattern.exec(page)?.groups).find((found) => found);
  if (groups === undefined) return null;
  const [id, row = null] = [groups.table, groups.row].map((text) => text && decodeURIComponent(text));
  const table = tables.find((each) => each.id === id);
  const path = row === null ? table?.create : table?.edit;

  return path === undefined ? null : { path, row };
}
