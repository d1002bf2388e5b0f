import { defineModule } from '@rowhouse/service';
import { sql } from 'kysely';
import { invoices } from './invoices.ts';
import { remindJob, remindRoute } from './remind.ts';

/** What this office adds to the service: a table with its action, a button with its route, and a job. */
export const office = defineModule({
  name: 'office',
  tables: [invoices],
  migrations: {
    '0001_invoices': {
      up: async (db) => {
        await sql`create table invoices (
          id integer generated always as identity primary key,
          number text not null unique,
          customer text not null,
          due date not null,
          total numeric(12, 2) not null,
          paid boolean not null default false
        )`.execute(db);
        await sql`insert into invoices (number, customer, due, total) values
          ('2026-001', 'Müller GmbH', '2026-10-31', 1190.00),
          ('2026-002', 'Smith & Sons', '2026-11-15', 249.90),
          ('2026-003', 'Ōkami Trading', '2099-01-31', 80.00)`.execute(db);
      },
    },
  },
  routes: remindRoute,
  notifications: { 'invoices.overdue': { label: 'Invoices are overdue' } },
  jobs: (context) => [remindJob(context)],
  menu: { invoices: { icon: 'fa-file-invoice', about: 'What customers owe, and what they paid.' } },
});
