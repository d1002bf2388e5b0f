import definitions from 'virtual:module-pages';
import type { Component } from 'vue';
import type { RouteRecordRaw, RouteRecordSingleView } from 'vue-router';
import type { PageComponent, PageRoute } from './definePages.ts';

/** Name of a page → what modules show instead; null for a page that they remove. */
const changedPages: Readonly<Record<string, PageComponent | null>> = Object.assign(
  {},
  ...definitions.map(({ extend = {} }) => extend),
);

const pageRoutes: readonly PageRoute[] = definitions.flatMap(({ routes = [] }) => routes);

/** The pages of the service and of the application's modules, as the modules change them. */
export function withModules(builtIn: readonly PageRecord[]): RouteRecordRaw[] {
  const added = pageRoutes.map(({ path, name, component }) => ({ path, name, component, props: true }));

  return [...builtIn, ...added].flatMap((route) => {
    const component = changedPages[route.name];

    return component === null ? [] : [component === undefined ? route : { ...route, component }];
  });
}

/** A route with a name and one component. */
export type PageRecord = Pick<RouteRecordSingleView, 'path' | 'component' | 'props' | 'meta'> & {
  readonly name: string;
};

/** Whether modules show another component instead of a page, or remove it. */
export function isChanged(page: string): boolean {
  return changedPages[page] !== undefined;
}

export function isRemoved(page: string): boolean {
  return changedPages[page] === null;
}

/** Name of a page → permissions that it requires. */
export const modulePermissions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  pageRoutes.map(({ name, permissions = [] }) => [name, permissions]),
);

/** The components of the application's modules for the slots of a table. */
export function slotsOf(table: string): Readonly<Record<string, Component>> {
  const all = definitions.flatMap(({ slots = {} }) => (Object.hasOwn(slots, table) ? [slots[table]] : []));

  return Object.assign({}, ...all) as Record<string, Component>;
}
