import { translate } from '../i18n/translate.ts';
import { isRemoved, modulePermissions } from '../modulePages.ts';
import { can, session } from '../session.ts';
import { type SectionLink, tableLinks } from './tableLinks.ts';

/** Name of a page's route → names of the service's routes that the page requires. */
const pagePermissions: Readonly<Record<string, readonly string[]>> = {
  users: ['users.init', 'users.tableData'],
  'users.create': ['users.create', 'users.store'],
  'users.edit': ['users.edit', 'users.update'],
  roles: ['roles.index'],
  'roles.create': ['roles.index', 'roles.show', 'roles.store'],
  'roles.show': ['roles.show'],
  'system.apiLogs': ['system.apiLogs.index', 'system.apiLogs.initTable', 'system.apiLogs.tableData'],
  'system.apiLogs.call': ['system.apiLogs.index'],
};

/** True if the signed-in user may open the page with that route name, and no module has removed it. Reactive. */
export function mayVisit(page: string): boolean {
  if (isRemoved(page)) return false;

  return (pagePermissions[page] ?? modulePermissions[page] ?? []).every(can);
}

/** The sections that the signed-in user may open. Reactive. */
export function links(): SectionLink[] {
  const group = { label: translate('System'), icon: 'fa-gear' };
  const system = [
    {
      page: 'users',
      group,
      to: '/users',
      icon: 'fa-users',
      label: translate('Users'),
      about: translate('The people who can sign in, and their permissions.'),
    },
    {
      page: 'roles',
      group,
      to: '/roles',
      icon: 'fa-user-shield',
      label: translate('Roles'),
      about: translate('The roles and their permissions.'),
    },
    {
      page: 'system.apiLogs',
      group,
      to: '/system/api-logs',
      icon: 'fa-right-left',
      label: translate('API logs'),
      about: translate('Inbound and outbound calls: requests, responses and failures.'),
    },
  ].filter(({ page }) => mayVisit(page));

  return [...tableLinks(session.tables, translate), ...system];
}
