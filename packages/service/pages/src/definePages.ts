import type { Component } from 'vue';
import type { RouteComponent } from 'vue-router';

/** What a module adds to the pages. */
export interface PagesDefinition {
  /** Pages of its own; the module's `menu` leads to them by their path. */
  readonly routes?: readonly PageRoute[];
  /**
   * Id of a table → name of a slot → what is drawn there, wherever the pages show the table or one of its rows. Slots are
   * columns tagged `slot` (`row`, `column`), `{column}_custom_total` (`total`, `column`), `preview` (`row`), and those that
   * buttons name.
   */
  readonly slots?: Readonly<Record<string, Readonly<Record<string, Component>>>>;
}

export interface PageRoute {
  /** As vue-router has it, such as `/orders/:order`; none that the pages have themselves. */
  readonly path: string;
  /**
   * Unique. Router buttons of tables name routes: the button `show` of the table `orders` leads to `orders.show`, and gives the
   * row's identifier under the table's `model`.
   */
  readonly name: string;
  /** `() => import('./OrderView.vue')`, so that nobody loads a page that they do not open. Parameters are its props. */
  readonly component: RouteComponent | (() => Promise<RouteComponent | { default: RouteComponent }>);
  /** Names of the service's routes without which the page makes no sense: it is forbidden to others. */
  readonly permissions?: readonly string[];
}

/** Checks the types of a module's pages; to be the default export of their entry. */
export function definePages(definition: PagesDefinition): PagesDefinition {
  return definition;
}
