import { type Database, isoDay } from '@rowhouse/service';
import { type TableAction, TableError } from '@rowhouse/tables';
import { sql } from 'kysely';
import { delivered, isClosed, statusLabel } from '../data/orderStatuses.ts';

/** The action `deliver` of the orders table: every order of the result has arrived. */
export const deliverOrders: TableAction<Database, { dtRowId: string; number: string; status: number }> = {
  background: true,
  row: async ({ dtRowId, number, status }, { db, timeZone }) => {
    if (isClosed(status)) {
      throw new TableError('tables.action_refused', `${number} is ${statusLabel(status).toLowerCase()}.`);
    }
    if (status === delivered) return;
    await db
      .updateTable('orders')
      .set({
        status: delivered,
        delivered_on: sql<string>`coalesce(delivered_on, ${isoDay(new Date(), timeZone)}::date)`,
      })
      .where('id', '=', dtRowId)
      .execute();
  },
};
