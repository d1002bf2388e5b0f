/**
 * Order n belongs to one of the first n/20 customers (at least 100). Customers of an order therefore do not
 * depend on the total number of orders, and early customers have more orders than late ones.
 */
export const customerShare = { ordersPerCustomer: 20, fewest: 100 } as const;
