import type { TableController } from '@rowhouse/table-client';

/** Maximum number of rows of a page that is drawn completely. */
export const wholePage = 100;

/** Number of rows of the page, or of lines of the tree. */
export function linesOf({ groupLines, rows }: TableController): number {
  return groupLines?.length ?? rows.length;
}
