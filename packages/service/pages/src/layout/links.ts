import { translate } from '../i18n/translate.ts';
import { mayVisit } from '../pagePermissions.ts';
import { session } from '../session.ts';

import { type SectionLink, tableLinks } from './tableLinks.ts';

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
      about: translate('The people who may sign in, and what they are allowed to.'),
    },
    {
      page: 'roles',
      group,
      to: '/roles',
      icon: 'fa-user-shield',
      label: translate('Roles'),
      about: translate('Which role may do what.'),
    },
    {
      page: 'system.apiLogs',
      group,
      to: '/system/api-logs',
      icon: 'fa-right-left',
      label: translate('API logs'),
      about: translate(
        'Calls to other services, and calls from them: what was sent, answered, and what failed.',
      ),
    },
  ].filter(({ page }) => mayVisit(page));

  return [...tableLinks(session.tables, translate), ...system];
}
