import { defaultLocale } from '@rowhouse/table-protocol/internal';
import type { AskFor, FirstAnswers } from '../kernel/http/pageAnswers.ts';

/** The part of GET /api/core/tables that names the table of a page. */
interface Menu {
  readonly data: readonly { readonly id: string; readonly path: string; readonly init: string }[];
}

/** The part of GET /api/core/me with the language of the page. */
interface Me {
  readonly user: { readonly language: string };
}

/**
 * What the pages ask for before they ask for rows: the user, the menu, and for the page of a table its description and its
 * views. Paths are those of packages/service/pages/src.
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
  const table = menu === null ? undefined : (JSON.parse(menu) as Menu).data.find(({ path }) => path === page);
  if (table !== undefined) {
    const { user } = JSON.parse(me) as Me;
    // As the component asks for it.
    const init =
      user.language === defaultLocale
        ? table.init
        : `${table.init}?locale=${encodeURIComponent(user.language)}`;
    await Promise.all([init, `/api/views?table=${encodeURIComponent(table.id)}`].map(add));
  }

  return { answers, hasTable: table !== undefined };
}
