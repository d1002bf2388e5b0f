import { commandsAt } from '@rowhouse/table-vue';
import type { Router } from 'vue-router';
import { setTheme } from '../browser.ts';
import { translate } from '../i18n/translate.ts';
import { links, mayVisit } from '../layout/links.ts';
import { signOut } from '../session.ts';
import type { Command } from './matchCommands.ts';

/**
 * Commands that the user may run on the current page: those of the open table, of the focused row (`from`), and of
 * every page.
 */
export function pageCommands(router: Router, from: Element | null): readonly Command[] {
  return [...tableCommands(from), ...placeCommands(router), ...ownCommands(router)];
}

function tableCommands(from: Element | null): Command[] {
  return commandsAt(from)
    .filter(({ enabled }) => enabled)
    .map(({ name, about, icon, keys, run }) => ({
      id: `${about} ${name}`,
      name,
      group: about === 'row' ? translate('This row') : translate('This table'),
      icon: icon ?? (about === 'row' ? 'fa-arrow-pointer' : 'fa-table'),
      ...(keys && { keys }),
      run,
    }));
}

/** Pages and tables. */
function placeCommands(router: Router): Command[] {
  const home = { to: '/', label: translate('Overview'), icon: 'fa-house', group: null };

  return [home, ...links()].map(({ to, label, icon, group }) => ({
    id: `to ${to}`,
    name: label,
    group: group?.label ?? translate('Pages'),
    icon,
    run: () => router.push(to),
  }));
}

function ownCommands(router: Router): Command[] {
  const group = translate('Actions');
  const go = (name: string, label: string, icon: string): Command[] =>
    mayVisit(name) ? [{ id: `to ${name}`, name: label, group, icon, run: () => router.push({ name }) }] : [];
  const theme = (name: 'system' | 'light' | 'dark', label: string, icon: string): Command => ({
    id: `theme ${name}`,
    name: translate('{label}: {value}', { label: translate('Appearance'), value: label }),
    group,
    icon,
    run: () => setTheme(name),
  });

  return [
    ...go('users.create', translate('New user'), 'fa-user-plus'),
    ...go('roles.create', translate('New role'), 'fa-user-shield'),
    ...go('profile', translate('Your profile'), 'fa-circle-user'),
    ...go('profile.access', translate('Sessions and API keys'), 'fa-key'),
    theme('light', translate('Light'), 'fa-sun'),
    theme('dark', translate('Dark'), 'fa-moon'),
    theme('system', translate('System'), 'fa-circle-half-stroke'),
    { id: 'sign-out', name: translate('Sign out'), group, icon: 'fa-right-from-bracket', run: signOut },
  ];
}
