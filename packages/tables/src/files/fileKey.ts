/** The key of a file in the store. */
export function fileKey({ table, id }: { readonly table: string; readonly id: string }): string {
  // Stores accept few characters; the UUID makes the key unique.
  return `fields/${table.replace(/[^\w.-]/g, '_')}/${id}`;
}
