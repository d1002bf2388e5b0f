import { type Config, type Database, momentText, type Reader, type User } from '@rowhouse/service';
import { createDateFormatter } from '@rowhouse/table-protocol';
import { configInLocale } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { statusLabel } from '../../data/orderStatuses.ts';
import { shippingMethod } from '../shippingMethods.ts';
import { findOrder, type Order, type OrderParams, orderParams } from './findOrder.ts';

/** The row button `download` of the orders table. */
export async function downloadOrder(
  app: FastifyInstance,
  { db, config }: { db: Kysely<Database>; config: Pick<Config, 'tables'> },
): Promise<void> {
  app.get<{ Params: OrderParams }>(
    '/orders/:order/download',
    {
      config: { name: 'orders.download' },
      schema: {
        tags: ['orders'],
        summary: 'The slip of an order, as a text file.',
        params: orderParams,
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async ({ params, user, language }, reply) => {
      const { dateFormat, datetimeFormat } = configInLocale(config.tables, language);
      const order = await findOrder(db, params.order);
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName(order.number)}"`)
        .header('cache-control', 'private, no-store')
        .send(slip(order, { timeZone: (user as User).timeZone, dateFormat, datetimeFormat }));
    },
  );
}

/** Letters, digits, dots and dashes only, since users can edit the order's number. */
function fileName(number: string): string {
  return `order-${number.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60)}.txt`;
}

interface SlipDates extends Pick<Reader, 'timeZone' | 'datetimeFormat'> {
  readonly dateFormat: string;
}

function slip(order: Order, dates: SlipDates): string {
  const { number, currency, total, tax, items, paid } = order;
  const lines: [string, string][] = [
    ['Order', number],
    ['Placed', momentText(order.placed_at, dates)],
    ['Status', statusLabel(order.status)],
    ['Customer', order.name],
    ...optional('Company', order.company),
    ['E-mail', order.email],
    ['Country', order.country],
    ['Items', `${items}`],
    ['Total', `${total} ${currency}`],
    ['Tax in it', `${tax} ${currency}`],
    ['Shipping', shippingMethod(order.shipping_cents).name],
    ['Paid', paid === null ? 'not known yet' : paid ? 'yes' : 'no'],
    ...optional('Delivered', order.delivered_day && dayText(order.delivered_day, dates.dateFormat)),
    ...optional('Tracking', order.tracking_number),
    ...optional('Note', order.note),
  ];
  return lines.map(([name, text]) => `${name.padEnd(10)} ${text.replace(/\s+/g, ' ')}\n`).join('');
}

function optional(name: string, text: string | null): [string, string][] {
  return text === null ? [] : [[name, text]];
}

/** A day has no time zone. */
function dayText(isoDay: string, dateFormat: string): string {
  const [year = 0, month = 0, day = 0] = isoDay.split('-').map(Number);

  return createDateFormatter(dateFormat, 'UTC').formatCalendarDate(year, month, day);
}
