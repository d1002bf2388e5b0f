import { nextTick } from 'vue';
import {
  createRouter,
  createWebHistory,
  type RouteLocationNormalized,
  type RouteRecordRaw,
  START_LOCATION,
} from 'vue-router';
import { translate } from './i18n/translate.ts';
import { localPath } from './localPath.ts';
import { clearNotices, notify } from './notices.ts';
import { loadSession, session } from './session.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** Name of the service's route without which the page makes no sense. */
    permission?: string;
  }
}

/** Router buttons of the tables name these routes, and give the row's identifier under the table's `model`. */
const routes: RouteRecordRaw[] = [
  { path: '/', name: 'home', component: () => import('./views/HomeView.vue') },
  { path: '/sign-in', name: 'sign-in', component: () => import('./views/SignInView.vue') },
  {
    path: '/orders',
    name: 'orders',
    component: () => import('./views/OrdersView.vue'),
    meta: { permission: 'orders.init' },
  },
  {
    path: '/orders/:order',
    name: 'orders.show',
    component: () => import('./views/OrderView.vue'),
    props: true,
    meta: { permission: 'orders.show' },
  },
  {
    path: '/cities',
    name: 'cities',
    component: () => import('./views/CitiesView.vue'),
    meta: { permission: 'cities.init' },
  },
  {
    path: '/users',
    name: 'users',
    component: () => import('./views/UsersView.vue'),
    meta: { permission: 'users.init' },
  },
  {
    path: '/users/create',
    name: 'users.create',
    component: () => import('./views/UserFormView.vue'),
    meta: { permission: 'users.create' },
  },
  {
    path: '/users/:user/edit',
    name: 'users.edit',
    component: () => import('./views/UserFormView.vue'),
    props: true,
    meta: { permission: 'users.edit' },
  },
  {
    path: '/roles',
    name: 'roles',
    component: () => import('./views/RolesView.vue'),
    meta: { permission: 'roles.index' },
  },
  {
    path: '/roles/:role',
    name: 'roles.show',
    component: () => import('./views/RoleView.vue'),
    props: true,
    meta: { permission: 'roles.show' },
  },
  {
    path: '/system/api-logs',
    name: 'system.apiLogs',
    component: () => import('./views/ApiLogsView.vue'),
    meta: { permission: 'system.apiLogs.index' },
  },
  {
    path: '/system/api-logs/:callId',
    name: 'system.apiLogs.call',
    component: () => import('./views/ApiCallView.vue'),
    props: true,
    meta: { permission: 'system.apiLogs.index' },
  },
  { path: '/profile', name: 'profile', component: () => import('./views/ProfileView.vue') },
  { path: '/:path(.*)*', name: 'not-found', component: () => import('./views/NotFoundView.vue') },
];

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? undefined : { top: 0 }),
});

router.beforeEach(async (to) => {
  preload(to);
  if (session.phase === 'unknown' || session.phase === 'unreachable') await loadSession();
  if (to.name === 'sign-in') {
    return session.phase === 'signed-in' ? localPath(to.query.to, location.origin) : true;
  }
  return session.phase === 'signed-out' ? signInLocation(to.fullPath) : true;
});

/** Loads a page's code while the session is being looked up. */
function preload({ matched }: RouteLocationNormalized): void {
  for (const { components } of matched) {
    const view = components?.default as (() => Promise<unknown>) | undefined;
    // A failure is reported by the navigation itself.
    if (typeof view === 'function') view().catch(() => undefined);
  }
}

// A page's code cannot be loaded. After a release its file has another name, which a new index.html knows.
router.onError((error, to, from) => {
  console.error(error);
  if (from !== START_LOCATION && navigator.onLine) location.assign(to.fullPath);
  else
    notify('danger', translate('The page could not be loaded. Check your connection, then load it again.'), {
      fresh: true,
    });
});

router.afterEach(async (to, from, failure) => {
  if (failure || to.path === from.path) return;
  clearNotices();
  // The first page is announced by its title, a later one by its heading.
  if (from === START_LOCATION || to.name === 'sign-in') return;
  await nextTick();
  document.querySelector<HTMLElement>('main h1')?.focus();
});

/** The sign-in page, which leads back to `path`. */
export function signInLocation(path: string) {
  return { name: 'sign-in', query: path === '/' ? {} : { to: path } };
}
