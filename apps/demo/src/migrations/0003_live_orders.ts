import { installTableEvents, removeTableEvents } from '@rowhouse/service';
import type { Kysely } from 'kysely';

/**
 * Tables on which the rows of the orders depend; updates of other columns of customers have no effect on
 * them.
 */
const followed = ['orders', 'customers(name, email, country_code)', 'countries'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await installTableEvents(db, followed);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeTableEvents(db, followed);
}
