import { translate } from '../i18n/translate.ts';
import { mayVisit } from '../pagePermissions.ts';
import { session } from '../session.ts';

export interface SectionLink {
  readonly to: string;
  /** Font Awesome class. */
  readonly icon: string;
  readonly label: string;
  readonly about: string;
  /** Whether it is about the service itself: these stand together in the menu. */
  readonly isSystem: boolean;
}

/** The sections that the signed-in user may open. Reactive. */
export function links(): SectionLink[] {
  const tables = session.tables.map(({ path, icon, name, about }) => ({
    isSystem: false,
    to: path,
    icon,
    label: translate(name),
    about: about === null ? '' : translate(about),
  }));
  const system = [
    {
      page: 'users',
      isSystem: true,
      to: '/users',
      icon: 'fa-users',
      label: translate('Users'),
      about: translate('The people who may sign in, and what they are allowed to.'),
    },
    {
      page: 'roles',
      isSystem: true,
      to: '/roles',
      icon: 'fa-user-shield',
      label: translate('Roles'),
      about: translate('Which role may do what.'),
    },
    {
      page: 'system.apiLogs',
      isSystem: true,
      to: '/system/api-logs',
      icon: 'fa-right-left',
      label: translate('API logs'),
      about: translate(
        'Calls to other services, and calls from them: what was sent, answered, and what failed.',
      ),
    },
  ].filter(({ page }) => mayVisit(page));

  return [...tables, ...system];
}
