import type { Database } from '@rowhouse/service';
import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import template from './customers.json' with { type: 'json' };

/** Customers of the demo data: records with forms. */
export const customers = defineTable({
  template,
  source: 'apps/demo/src/tables/customers.json',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('customers')
      .leftJoin('countries', 'countries.code', 'customers.country_code')
      .select([
        'customers.id as dtRowId',
        'customers.name',
        'customers.company',
        'customers.email',
        'countries.name as country',
        'customers.newsletter',
        'customers.created_at',
      ]),
  records: {
    fields: {
      name: { schema: Type.String({ minLength: 1, maxLength: 200 }) },
      company: { help: 'Empty for a person' },
      email: {
        schema: Type.String({
          pattern: '^[^\\s@]+@[^\\s@]+$',
          description: 'an e-mail address such as ada@example.com',
        }),
      },
      country_code: { label: 'Country', references: 'countries.code' },
      newsletter: true,
    },
    create: true,
    update: true,
    delete: true,
  },
});
