import type { TableQuery } from '../prepare/TableQuery.ts';
import type { ExportSheet } from './ExportSheet.ts';

/** Stand-in until the columns are planned; see the task: this file holds what was called exportSheet.ts, a name that clashes with ExportSheet.ts. */
export function planSheet(
  { table }: TableQuery,
  { translate = (text) => text }: { readonly translate?: ((text: string) => string) | undefined },
): ExportSheet {
  return { name: translate(table.template.name), columns: [] };
}
