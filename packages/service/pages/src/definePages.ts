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
  /**
   * Name of a page of the service or of another module → a component to show instead, or null, which removes the page and the
   * links to it. Its path, parameters and permissions stay. Of several modules, the last one counts. The pages that
   * others need (`home`, `sign-in`, `tables.show` …) cannot be removed.
   */
  readonly extend?: Readonly<Record<string, PageComponent | null>>;
}

/** `() => import('./OrderView.vue')`, so that a page is loaded when it is opened. Parameters of the path are its props. */
export type PageComponent = RouteComponent | (() => Promise<RouteComponent | { default: RouteComponent }>);

export interface PageRoute {
  /** A path of vue-router, such as `/orders/:order`, that the pages do not use. */
  readonly path: string;
  /**
   * Unique. Router buttons of tables name routes: the button `show` of the table `orders` opens `orders.show`, with the
   * row's identifier in the parameter named by the table's `model`.
   */
  readonly name: string;
  readonly component: PageComponent;
  /** Names of the service's routes that the page requires; it is forbidden to users without them. */
  readonly permissions?: readonly string[];
}

/** Checks the types of a module's pages. The default export of their entry. */
export function definePages(definition: PagesDefinition): PagesDefinition {
  return definition;
}
