import type { Component } from 'vue';
import type { RouteComponent } from 'vue-router';

/** What a module adds to the pages. */
export interface PagesDefinition {
  /** Pages of the module; its `menu` links to them by path. */
  readonly routes?: readonly PageRoute[];
  /**
   * Id of a table → name of a slot → component, used wherever the pages show the table or one of its rows. Slots are
   * columns tagged `slot` (`row`, `column`), `{column}_custom_total` (`total`, `column`), `preview` (`row`), and those that
   * buttons name.
   */
  readonly slots?: Readonly<Record<string, Readonly<Record<string, Component>>>>;
}

export interface PageRoute {
  /** A path of vue-router, such as `/orders/:order`, that the pages do not use. */
  readonly path: string;
  /**
   * Unique. Router buttons of tables name routes: the button `show` of the table `orders` opens `orders.show`, with the
   * row's identifier in the parameter named by the table's `model`.
   */
  readonly name: string;
  /** `() => import('./OrderView.vue')`, so that a page is loaded when it is opened. Parameters are its props. */
  readonly component: RouteComponent | (() => Promise<RouteComponent | { default: RouteComponent }>);
  /** Names of the service's routes that the page requires; it is forbidden to users without them. */
  readonly permissions?: readonly string[];
}

/** Checks the types of a module's pages. The default export of their entry. */
export function definePages(definition: PagesDefinition): PagesDefinition {
  return definition;
}
