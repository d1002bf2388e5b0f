import type { Capabilities } from '@rowhouse/tables';
import { copyRows } from './copy/copyRows.ts';
import { markedPages } from './pageMarks/markedPages.ts';

/**
 * What only PostgreSQL offers to tables, as `createTables({ capabilities: postgres() })`: pages in the middle of huge tables by
 * the marks of `installPageMarks`, and exports by COPY.
 */
export function postgres(): Capabilities {
  return { dialect: 'postgres', deepPages: markedPages(), readTexts: copyRows };
}
