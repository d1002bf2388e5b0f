import { translate } from '../i18n/translate.ts';
import { can } from '../session.ts';

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
  return [
    {
      permission: 'orders.init',
      isSystem: false,
      to: '/orders',
      icon: 'fa-box',
      label: translate('Orders'),
      about: translate('What customers ordered, what was paid, and what is on its way.'),
    },
    {
      permission: 'cities.init',
      isSystem: false,
      to: '/cities',
      icon: 'fa-city',
      label: translate('Cities'),
      about: translate('Cities of the world, with their country and population.'),
    },
    {
      permission: 'users.init',
      isSystem: true,
      to: '/users',
      icon: 'fa-users',
      label: translate('Users'),
      about: translate('The people who may sign in, and what they are allowed to.'),
    },
    {
      permission: 'roles.index',
      isSystem: true,
      to: '/roles',
      icon: 'fa-user-shield',
      label: translate('Roles'),
      about: translate('Which role may do what.'),
    },
    {
      permission: 'system.apiLogs.index',
      isSystem: true,
      to: '/system/api-logs',
      icon: 'fa-right-left',
      label: translate('API logs'),
      about: translate(
        'Calls to other services, and calls from them: what was sent, answered, and what failed.',
      ),
    },
  ].filter(({ permission }) => can(permission));
}
