import type { TableDefinition } from '@rowhouse/tables';

/** What a template calls its table: its `routePrefix`. */
export function tableId({ template }: Pick<TableDefinition, 'template'>): string {
  return String((template as { readonly routePrefix?: unknown }).routePrefix);
}
