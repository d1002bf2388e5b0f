import { nextTick } from 'vue';
import { createRouter, createWebHistory, type RouteLocationNormalized, START_LOCATION } from 'vue-router';
import { pagePaths } from '../../src/kernel/http/pagePaths.ts';
import { dropAnswers } from './api/givenAnswers.ts';
import { translate } from './i18n/translate.ts';
import { localPath } from './localPath.ts';
import { type PageRecord, withModules } from './modulePages.ts';
import { clearNotices, notify } from './notices.ts';
import { notePosition, noteTables, scrollBehavior } from './scrollPositions.ts';
import { loadSession, session } from './session.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** True for pages that do not require a session. */
    isPublic?: true;
  }
}

/** Router buttons of the tables name these routes; the row's identifier is the parameter named by the table's `model`. */
const pages: readonly PageRecord[] = [
  { path: pagePaths.home, name: 'home', component: () => import('./views/HomeView.vue') },
  {
    path: pagePaths['sign-in'],
    name: 'sign-in',
    component: () => import('./views/SignInView.vue'),
    meta: { isPublic: true },
  },
  {
    path: pagePaths['forgot-password'],
    name: 'forgot-password',
    component: () => import('./views/ForgotPasswordView.vue'),
    meta: { isPublic: true },
  },
  {
    path: pagePaths['set-password'],
    name: 'set-password',
    component: () => import('./views/SetPasswordView.vue'),
    meta: { isPublic: true },
  },
  {
    path: pagePaths['tables.show'],
    name: 'tables.show',
    component: () => import('./views/TableView.vue'),
    props: true,
  },
  {
    path: pagePaths['tables.record'],
    name: 'tables.record',
    component: () => import('./views/RecordView.vue'),
    props: true,
  },
  {
    path: pagePaths['tables.create'],
    name: 'tables.create',
    component: () => import('./views/RecordFormView.vue'),
    props: true,
  },
  {
    path: pagePaths['tables.import'],
    name: 'tables.import',
    component: () => import('./views/ImportView.vue'),
    props: true,
  },
  {
    path: pagePaths['tables.edit'],
    name: 'tables.edit',
    component: () => import('./views/RecordFormView.vue'),
    props: true,
  },
  {
    path: pagePaths.users,
    name: 'users',
    component: () => import('./views/UsersView.vue'),
  },
  {
    path: pagePaths['users.create'],
    name: 'users.create',
    component: () => import('./views/UserFormView.vue'),
  },
  {
    path: pagePaths['users.edit'],
    name: 'users.edit',
    component: () => import('./views/UserFormView.vue'),
    props: true,
  },
  {
    path: pagePaths.roles,
    name: 'roles',
    component: () => import('./views/RolesView.vue'),
  },
  {
    path: pagePaths['roles.create'],
    name: 'roles.create',
    component: () => import('./views/RoleCreateView.vue'),
  },
  {
    path: pagePaths['roles.show'],
    name: 'roles.show',
    component: () => import('./views/RoleView.vue'),
    props: true,
  },
  {
    path: pagePaths['system.apiLogs'],
    name: 'system.apiLogs',
    component: () => import('./views/ApiLogsView.vue'),
  },
  {
    path: pagePaths['system.apiLogs.call'],
    name: 'system.apiLogs.call',
    component: () => import('./views/ApiCallView.vue'),
    props: true,
  },
  {
    path: pagePaths['actions.show'],
    name: 'actions.show',
    component: () => import('./views/ActionView.vue'),
    props: true,
  },
  {
    path: pagePaths.notifications,
    name: 'notifications',
    component: () => import('./views/NotificationsView.vue'),
  },
  { path: pagePaths.profile, name: 'profile', component: () => import('./views/ProfileView.vue') },
  {
    path: pagePaths['profile.access'],
    name: 'profile.access',
    component: () => import('./views/OwnAccessView.vue'),
  },
];

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    ...withModules(pages),
    { path: '/:path(.*)*', name: 'not-found', component: () => import('./views/NotFoundView.vue') },
  ],
  scrollBehavior,
});

router.beforeEach(async (to) => {
  preload(to);
  if (session.phase === 'unknown' || session.phase === 'unreachable') await loadSession();
  if (to.name === 'sign-in') {
    return session.phase === 'signed-in' ? localPath(to.query.to, location.origin) : true;
  }
  return session.phase === 'signed-out' && !to.meta.isPublic ? signInLocation(to.fullPath) : true;
});

/** Loads a page's code while the session is requested. */
function preload({ matched }: RouteLocationNormalized): void {
  for (const { components } of matched) {
    const view = components?.default as (() => Promise<unknown>) | undefined;
    // The navigation reports the failure.
    if (typeof view === 'function') view().catch(() => undefined);
  }
}

// A page's code cannot be loaded. After a release, its file has another name, which is in the new index.html.
router.onError((error, to, from) => {
  console.error(error);
  if (from !== START_LOCATION && navigator.onLine) location.assign(to.fullPath);
  else
    notify('danger', translate('The page could not be loaded. Check your connection, then load it again.'), {
      fresh: true,
    });
});

router.beforeResolve(noteTables);
// What the first page has not taken is older than the next one.
router.beforeResolve((_to, from) => {
  if (from !== START_LOCATION) dropAnswers();
});
router.afterEach(notePosition);
router.afterEach(async (to, from, failure) => {
  if (failure || to.path === from.path) return;
  clearNotices();
  // The first page is announced by its title, a later one by its heading.
  if (from === START_LOCATION || to.meta.isPublic) return;
  // From a row to the next, the focus stays on the link.
  if (to.name === 'tables.record' && from.name === to.name) return;
  await nextTick();
  // `scrollBehavior` sets the scroll position.
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
});

/** The sign-in page, which returns to `path`. */
export function signInLocation(path: string) {
  return { name: 'sign-in', query: path === '/' ? {} : { to: path } };
}
