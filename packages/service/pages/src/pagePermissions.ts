import { modulePermissions } from './modulePages.ts';
import { can } from './session.ts';

/** Name of a page's route → names of the service's routes without any of which the page makes no sense. */
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

/** Whether the page of that route shows the signed-in user anything but that it is forbidden. Reactive. */
export function mayVisit(page: string): boolean {
  return (pagePermissions[page] ?? modulePermissions[page] ?? []).every(can);
}
