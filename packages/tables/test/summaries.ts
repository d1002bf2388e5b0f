import type { FacetsResponse, GroupsResponse, StatisticsResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { defineTable, type TableDefinition, type Tables, type TemplateJson } from '../src/index.ts';
import { ordersTable, ordersTemplate, type Shop } from './shop.ts';

/** Tags that the shop's own template does not have, and columns that must stay hidden. */
const tags: Readonly<Record<string, readonly string[]>> = {
  number: ['facet', 'groupable'],
  customer: ['filterable', 'facet', 'groupable'],
  status: ['groupable'],
  total: ['groupable'],
  cents: ['groupable'],
  quantity: ['groupable'],
  paid: ['groupable'],
  placed_at: ['groupable'],
  delivered_on: ['groupable'],
};

export const summariesTemplate = {
  ...ordersTemplate,
  strip: ['password'],
  columns: [
    ...ordersTemplate.columns.map((column) => ({
      ...column,
      meta: [...column.meta, ...(tags[column.name] ?? [])],
    })),
    {
      label: 'Password',
      name: 'password',
      data: 'customers.password',
      meta: ['searchable', 'rogue', 'filterable'],
    },
  ],
} as TemplateJson;

/** The shop's orders with the password of their customers, which is stripped. */
export function summariesTable(more: Partial<TableDefinition> = {}): TableDefinition {
  const { query } = defineTable({
    template: summariesTemplate,
    query: (db: Kysely<Shop>) =>
      db
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .select(['orders.id as dtRowId', 'orders.number', 'orders.status', 'orders.total', 'orders.cents'])
        .select(['orders.quantity', 'orders.paid', 'orders.placed_at', 'orders.delivered_on', 'orders.note'])
        .select(['orders.customer_id', 'customers.name as customer', 'customers.password']),
  });

  return { ...ordersTable(summariesTemplate), query, ...more };
}

/** Their states, each once. */
export function distinctTable(): TableDefinition {
  const { query } = defineTable({
    template: summariesTemplate,
    query: (db: Kysely<Shop>) =>
      db.selectFrom('orders').distinct().select(['orders.status as dtRowId', 'orders.status', 'orders.paid']),
  });

  return summariesTable({ query });
}

type Payload = Record<string, unknown> & { readonly meta?: Record<string, unknown> };

/** Requests of the summaries of a table, each with the part of the response that it is for. */
export function summariesOf(tables: Tables, id = 'orders', timeZone?: string) {
  const read = (payload: Payload, meta: Record<string, unknown>) =>
    tables.read(
      id,
      { ...payload, meta: { ...payload.meta, ...meta } },
      null,
      timeZone === undefined ? {} : { timeZone },
    );

  return {
    async facets(facets: readonly string[], payload: Payload = {}): Promise<FacetsResponse> {
      const response = await read(payload, { facets });
      if ('facets' in response) return response;
      throw new Error(`no facets: ${JSON.stringify(response)}`);
    },
    async statistics(statistics: string, payload: Payload = {}): Promise<StatisticsResponse> {
      const response = await read(payload, { statistics });
      if ('statistics' in response) return response;
      throw new Error(`no statistics: ${JSON.stringify(response)}`);
    },
    async groups(
      groups: readonly object[],
      meta: object = {},
      payload: Payload = {},
    ): Promise<GroupsResponse> {
      const response = await read(payload, { groups, length: 1000, ...meta });
      if ('groups' in response) return response;
      throw new Error(`no groups: ${JSON.stringify(response)}`);
    },
  };
}
