/** The rows that everybody reads: orders joined to their customers, the newest first, as the table of orders is sorted. */
export const columnsSql = `
  select orders.id as "dtRowId", orders.number, customers.name as customer, customers.country_code as country,
    orders.status, orders.total, orders.tax, orders.currency, orders.items, orders.paid, orders.placed_at,
    orders.delivered_on
  from orders left join customers on customers.id = orders.customer_id`;

export const orderSql = 'order by orders.placed_at desc, orders.id desc';

/** Rows that are read at a time. */
export const chunkSize = 1000;
