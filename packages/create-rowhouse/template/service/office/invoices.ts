import type { Database } from '@rowhouse/service';
import { defineTable } from '@rowhouse/tables';
import type { Generated, Kysely } from 'kysely';
import template from './invoices.json' with { type: 'json' };

declare module '@rowhouse/service' {
  interface Database {
    invoices: {
      id: Generated<number>;
      number: string;
      customer: string;
      /** `YYYY-MM-DD`. */
      due: string;
      /** Exact, with two decimals. */
      total: string;
      paid: boolean;
    };
  }
}

export const invoices = defineTable({
  template,
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('invoices')
      .select([
        'invoices.id as dtRowId',
        'invoices.number',
        'invoices.customer',
        'invoices.due',
        'invoices.total',
        'invoices.paid',
      ]),
});
