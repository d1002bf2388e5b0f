/** The rows that everybody exports: ten columns, the newest first, as the table of orders is sorted. */
export const columns = [
  'number',
  'customer',
  'country',
  'status',
  'total',
  'tax',
  'currency',
  'items',
  'paid',
  'placed_at',
] as const;

/** Orders up to that number of them, in the order of the export. */
export const ordersSql = (rows: number) => `
  select orders.number, customers.name as customer, customers.country_code as country, orders.status,
    orders.total, orders.tax, orders.currency, orders.items, orders.paid, orders.placed_at
  from orders left join customers on customers.id = orders.customer_id
  where orders.id <= ${rows}
  order by orders.placed_at desc, orders.id desc`;

/** Rows that are read at a time. */
export const blockSize = 1000;
