/** `sales-orders`, `Sales orders` and `salesOrders` all become `salesOrders`. */
export function camelCase(text: string): string {
  const [first = '', ...others] = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  const upper = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1);
  return first.slice(0, 1).toLowerCase() + first.slice(1) + others.map(upper).join('');
}
