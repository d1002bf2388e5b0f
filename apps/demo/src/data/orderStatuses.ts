/** The six states of an order, in the order of its life cycle; the keys are the values of `orders.status`. */
export const orderStatuses = {
  1: 'Pending',
  2: 'Processing',
  3: 'Shipped',
  4: 'Delivered',
  5: 'Cancelled',
  6: 'Returned',
} as const;

export type OrderStatus = keyof typeof orderStatuses;

export const delivered: OrderStatus = 4;

/** Cancelled and returned orders, which cannot change their state any more. */
export function isClosed(status: number): boolean {
  return status === 5 || status === 6;
}

export function statusLabel(status: number): string {
  return orderStatuses[status as OrderStatus];
}
