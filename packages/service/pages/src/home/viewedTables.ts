import { translate } from '../i18n/translate.ts';
import { mayVisit } from '../layout/links.ts';
import { session } from '../session.ts';

/** A table with saved views. */
export interface ViewedTable {
  readonly name: string;
  /** Font Awesome class. */
  readonly icon: string;
  /** Path of its page. */
  readonly path: string;
  /** Prefix of its parameters in the page's address. */
  readonly prefix: string;
  /** Address of its init route. */
  readonly init: string;
}

/** The table with that routePrefix; null if the user may not open it. Reactive. */
export function viewedTable(id: string): ViewedTable | null {
  const entry = session.tables.find((table) => table.id === id);
  if (entry)
    return { name: translate(entry.name), icon: entry.icon, path: entry.path, prefix: id, init: entry.init };
  if (id === 'users' && mayVisit('users')) {
    return {
      name: translate('Users'),
      icon: 'fa-users',
      path: '/users',
      prefix: 'users',
      init: '/api/users/init',
    };
  }
  if (id === 'system.apiLogs' && mayVisit('system.apiLogs')) {
    return {
      name: translate('API logs'),
      icon: 'fa-right-left',
      path: '/system/api-logs',
      prefix: 'apiLogs',
      init: '/api/system/apiLogs/initTable',
    };
  }
  return null;
}

/** The address of the table with a saved view. */
export function viewPath({ path, prefix }: Pick<ViewedTable, 'path' | 'prefix'>, view: string): string {
  return `${path}?${new URLSearchParams({ [`${prefix}.view`]: view })}`;
}
