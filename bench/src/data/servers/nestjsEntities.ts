import { EntitySchema } from 'typeorm';

export type Row = Record<string, unknown>;

export const CustomerEntity = new EntitySchema<Row>({
  name: 'customer',
  tableName: 'customers',
  columns: {
    id: { type: 'int', primary: true },
    name: { type: 'text' },
    country_code: { type: 'char', length: 2 },
  },
});

export const OrderEntity = new EntitySchema<Row>({
  name: 'order',
  tableName: 'orders',
  columns: {
    id: { type: 'bigint', primary: true },
    number: { type: 'text' },
    status: { type: 'smallint' },
    total: { type: 'numeric', precision: 12, scale: 2 },
    tax: { type: 'numeric', precision: 12, scale: 2 },
    currency: { type: 'char', length: 3 },
    items: { type: 'int' },
    paid: { type: 'boolean', nullable: true },
    placed_at: { type: 'timestamptz' },
    delivered_on: { type: 'date', nullable: true },
  },
  relations: {
    customer: { type: 'many-to-one', target: 'customer', joinColumn: { name: 'customer_id' } },
  },
});
