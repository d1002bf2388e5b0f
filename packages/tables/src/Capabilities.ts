import type { DeepPages } from './data/DeepPages.ts';
import type { ReadTexts } from './export/TextRows.ts';
import type { TableRuntime } from './runtime/TableRuntime.ts';

/**
 * What one kind of database does faster than by the SQL of all: `postgres()` of `@rowhouse/tables-postgres`. Rows, counts and
 * files are the same without it.
 */
export interface Capabilities {
  /** The kind of database; on others it is ignored. */
  readonly dialect: 'postgres' | 'mysql' | 'sqlite';
  /** Pages far from both ends. */
  readonly deepPages?: DeepPages;
  /** Rows of exports. */
  readonly readTexts?: ReadTexts;
}

/** Those for the database of some tables. */
export function capabilitiesOf(
  capabilities: Capabilities | undefined,
  { dialect }: TableRuntime,
): Pick<Capabilities, 'deepPages' | 'readTexts'> {
  return capabilities?.dialect === dialect.name ? capabilities : {};
}
