import { nextTick } from 'vue';
import { createRouter, createWebHistory, type RouteRecordRaw, START_LOCATION } from 'vue-router';
import { localPath } from './localPath.ts';
import { clearNotices } from './notices.ts';
import { loadSession, session } from './session.ts';
import ApiCallView from './views/ApiCallView.vue';
import ApiLogsView from './views/ApiLogsView.vue';
import CitiesView from './views/CitiesView.vue';
import HomeView from './views/HomeView.vue';
import NotFoundView from './views/NotFoundView.vue';
import OrdersView from './views/OrdersView.vue';
import OrderView from './views/OrderView.vue';
import ProfileView from './views/ProfileView.vue';
import RolesView from './views/RolesView.vue';
import RoleView from './views/RoleView.vue';
import SignInView from './views/SignInView.vue';
import UserFormView from './views/UserFormView.vue';
import UsersView from './views/UsersView.vue';

declare module 'vue-router' {
  interface RouteMeta {
    /** Name of the service's route without which the page makes no sense. */
    permission?: string;
  }
}

/** Router buttons of the tables name these routes, and give the row's identifier under the table's `model`. */
const routes: RouteRecordRaw[] = [
  { path: '/', name: 'home', component: HomeView },
  { path: '/sign-in', name: 'sign-in', component: SignInView },
  { path: '/orders', name: 'orders', component: OrdersView, meta: { permission: 'orders.init' } },
  {
    path: '/orders/:order',
    name: 'orders.show',
    component: OrderView,
    props: true,
    meta: { permission: 'orders.show' },
  },
  { path: '/cities', name: 'cities', component: CitiesView, meta: { permission: 'cities.init' } },
  { path: '/users', name: 'users', component: UsersView, meta: { permission: 'users.init' } },
  {
    path: '/users/create',
    name: 'users.create',
    component: UserFormView,
    meta: { permission: 'users.create' },
  },
  {
    path: '/users/:user/edit',
    name: 'users.edit',
    component: UserFormView,
    props: true,
    meta: { permission: 'users.edit' },
  },
  { path: '/roles', name: 'roles', component: RolesView, meta: { permission: 'roles.index' } },
  {
    path: '/roles/:role',
    name: 'roles.show',
    component: RoleView,
    props: true,
    meta: { permission: 'roles.show' },
  },
  {
    path: '/system/api-logs',
    name: 'system.apiLogs',
    component: ApiLogsView,
    meta: { permission: 'system.apiLogs.index' },
  },
  {
    path: '/system/api-logs/:callId',
    name: 'system.apiLogs.call',
    component: ApiCallView,
    props: true,
    meta: { permission: 'system.apiLogs.index' },
  },
  { path: '/profile', name: 'profile', component: ProfileView },
  { path: '/:path(.*)*', name: 'not-found', component: NotFoundView },
];

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? undefined : { top: 0 }),
});

router.beforeEach(async (to) => {
  if (session.phase === 'unknown' || session.phase === 'unreachable') await loadSession();
  if (to.name === 'sign-in') {
    return session.phase === 'signed-in' ? localPath(to.query.to, location.origin) : true;
  }
  return session.phase === 'signed-out' ? signInLocation(to.fullPath) : true;
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
