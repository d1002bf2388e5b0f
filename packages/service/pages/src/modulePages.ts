import definitions from 'virtual:module-pages';
import type { Component } from 'vue';
import type { RouteRecordRaw } from 'vue-router';
import type { PageRoute } from './definePages.ts';

const pageRoutes: readonly PageRoute[] = definitions.flatMap(({ routes = [] }) => routes);

/** Pages of the application's modules. */
export const moduleRoutes: readonly RouteRecordRaw[] = pageRoutes.map(({ path, name, component }) => ({
  path,
  name,
  component,
  props: true,
}));

/** Name of a page → permissions that it requires. */
export const modulePermissions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  pageRoutes.map(({ name, permissions = [] }) => [name, permissions]),
);

/** The components of the application's modules for the slots of a table. */
export function slotsOf(table: string): Readonly<Record<string, Component>> {
  const all = definitions.flatMap(({ slots = {} }) => (Object.hasOwn(slots, table) ? [slots[table]] : []));

  return Object.assign({}, ...all) as Record<string, Component>;
}
