/** Names and values as they stand in an address or a form. */
export function encodeFields(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value)}`)
    .join('&');
}
