import type { TableDefinition } from '@rowhouse/tables';

/** What a module changes of other modules. Unknown names refuse the start. */
export interface Extend {
  /**
   * By id of a table of another module. A function returns the definition to use instead, with the same id; null removes the
   * table with its routes, permissions and menu entry. Functions of several modules run in the order of the modules.
   */
  readonly tables?: Readonly<Record<string, ((definition: TableDefinition) => TableDefinition) | null>>;
}
