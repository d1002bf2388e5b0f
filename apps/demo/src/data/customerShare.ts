/**
 * Order n belongs to one of the first n/20 customers, and of no fewer than 100. So the customers of an order
 * do not depend on how many orders there will be, and early customers have more orders than late ones.
 */
export const customerShare = { ordersPerCustomer: 20, fewest: 100 } as const;
