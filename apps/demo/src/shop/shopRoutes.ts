import { type CoreApiGroupOptions, coreApiGroup, type Database, isoDay, type User } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { findShopOrder, type Reportable, reportable, reportShopOrder, shopOrderSchema } from './shopOrder.ts';

export interface ShopRoutesOptions extends CoreApiGroupOptions {
  readonly db: Kysely<Database>;
}

const params = Type.Object({
  number: Type.String({ minLength: 1, maxLength: 40, description: 'For example R-2026-000123.' }),
});
const body = Type.Object(
  { status: Type.Enum([...reportable], { description: 'What has happened to the order.' }) },
  { additionalProperties: false },
);
const tags = ['shop'];
const response = { 200: shopOrderSchema };

/** Routes for the program of a web shop, with an API key. Every call is logged. */
export async function shopRoutes(app: FastifyInstance, { db, ...group }: ShopRoutesOptions): Promise<void> {
  await app.register(coreApiGroup, group);

  app.get<{ Params: { number: string } }>(
    '/api/shop/orders/:number',
    {
      config: { name: 'shop.orders.show' },
      schema: {
        tags,
        summary: 'What a shop may show of an order.',
        description: 'For programs, with an API key in x-api-key. Calls are logged.',
        params,
        response,
      },
    },
    ({ params: { number } }) => findShopOrder(db, number),
  );

  app.patch<{ Params: { number: string }; Body: { status: Reportable } }>(
    '/api/shop/orders/:number',
    {
      config: { name: 'shop.orders.update' },
      schema: {
        tags,
        summary: 'Report that an order was shipped or delivered.',
        description:
          'Orders go forward only: 409 for one that is delivered and reported as shipped, and for those that are cancelled ' +
          'or returned. Reporting the same again changes nothing. Calls are logged.',
        params,
        body,
        response,
      },
    },
    ({ user, params: { number }, body: { status } }) =>
      reportShopOrder(db, number, status, isoDay(new Date(), (user as User).timeZone)),
  );
}
