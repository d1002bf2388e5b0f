import type { Generated } from 'kysely';
import type { TableAction, TableDefinition, TemplateJson } from '../src/index.ts';
import { ordersTable, ordersTemplate, type Shop } from './shop.ts';

/** The shop, with a table in which the actions of tests note the orders that they were run for. */
export interface ActionShop extends Shop {
  handled: { id: Generated<number>; row_id: number };
}

export type ShopRow = { dtRowId: number; status: string; number: string };
export type ShopAction = TableAction<ActionShop, ShopRow>;
/** One that is called for each row. */
export type RowAction = Extract<ShopAction, { row: unknown }>;

export const actionTemplate = {
  ...ordersTemplate,
  filters: [],
  buttons: [
    {
      type: 'global',
      icon: 'check',
      class: 'is-info',
      label: 'Close',
      action: 'ajax',
      method: 'PATCH',
      routeSuffix: 'close',
    },
  ],
} satisfies TemplateJson;

/** The orders with the action `close`. */
export function closing(action: ShopAction, more: Partial<TableDefinition> = {}): TableDefinition {
  return ordersTable(actionTemplate, { actions: { close: action as unknown as TableAction }, ...more });
}

/** An action that notes each order in the database, and calls `more` after. */
export function noting(more: RowAction['row'] = () => undefined): RowAction {
  return {
    async row(row, context) {
      await context.db.insertInto('handled').values({ row_id: row.dtRowId }).execute();
      await more(row, context);
    },
  };
}
