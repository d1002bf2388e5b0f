import type { LinkedRecords } from '../definition/TableRecords.ts';
import { identifierColumn } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CatalogueTable } from '../query/catalogue.ts';
import { type DeclaredKey, keysTo } from '../query/declaredReferences.ts';
import type { NamedTable } from '../query/dialects/CatalogueQueries.ts';
import { keyFilters } from './keyFilters.ts';
import type { RecordTable, RelatedOptions } from './recordTables.ts';

/** A join table between a record and the rows of another table. */
export interface JoinTable {
  readonly links: RecordTable;
  /** Its column → the column of the record that it refers to. */
  readonly near: ReadonlyMap<string, string>;
  /** Its column that refers to the identifier of a linked row. */
  readonly far: string;
  /** The table with the linked rows. */
  readonly rows: RecordTable;
  readonly label: string | undefined;
}

type Caller = TableQuery['context'];

/**
 * The join table that a foreign key of it to a record makes: one whose columns are two foreign keys, one of them of a single
 * column, and besides them only its own key and times. No two of its rows may link the same records. Null for other tables, and
 * for one that the user may not read, or that leads to rows that they may not read.
 */
export async function derivedJoinTable(
  key: DeclaredKey,
  keys: readonly DeclaredKey[],
  caller: Caller,
  options: RelatedOptions,
): Promise<JoinTable | null> {
  const [other, ...further] = keysOf(key, keys).filter((each) => each !== key);
  const far = other && onlyColumn(other);
  if (!other || far === null || far === undefined || further.length > 0 || key.columns.has(far)) return null;

  for (const links of await options.recordTables.of(key, caller)) {
    const { table, ids } = links.record;
    const linking = new Set([...key.columns.keys(), far]);
    const own = new Set(ids.map(({ column }) => column));
    const isJoin =
      [...table.columns].every(
        ([column, { kind }]) => linking.has(column) || own.has(column) || timeKinds.has(kind),
      ) && isUnique(table, linking);
    if (!isJoin || !(await isFiltered(links, linking, options))) continue;
    const rows = (await options.recordTables.of(other.target, caller)).find((each) =>
      isIdentifiedBy(each, other.columns.get(far)),
    );
    if (rows) return { links, near: key.columns, far, rows, label: undefined };
  }

  return null;
}

/** Those of a definition. Null if the user may not read one of the tables; throws `tables.invalid_query` if they do not fit. */
export async function declaredJoinTable(
  { table, through, by, label }: LinkedRecords,
  {
    record,
    keys,
    caller,
  }: { readonly record: NamedTable; readonly keys: readonly DeclaredKey[]; readonly caller: Caller },
  options: RelatedOptions,
): Promise<JoinTable | null> {
  const links = await options.recordTables.named(through, caller);
  const rows = await options.recordTables.named(table, caller);
  if (!links || !rows) return null;
  const refuse = (problem: string): never => {
    throw new TableError(
      'tables.invalid_query',
      `The records of "${record.name}" have "${table}" through "${through}" under \`related\`, but ${problem}.`,
    );
  };
  const own = keysOf(links.record.table, keys);
  const { names } = links.query.query;
  const columns = by === undefined ? null : [by].flat().map((column) => names.toDatabase(nameOf(column)));
  const [near, ...nearOthers] = keysTo(own, record).filter(
    (key) =>
      columns === null ||
      (key.columns.size === columns.length && columns.every((column) => key.columns.has(column))),
  );
  if (!near) {
    return refuse(
      `no foreign key of "${links.record.table.name}"${columns ? ` of ${columns.join(', ')}` : ''} refers to the record`,
    );
  }
  const fars = keysTo(own, rows.record.table).filter(
    (key) => key !== near && isIdentifiedBy(rows, key.columns.get(onlyColumn(key) ?? '')),
  );
  if (nearOthers.length > 0 || fars.length > 1) {
    return refuse('several foreign keys do. Name the columns that refer to the record under `by`');
  }
  const far = fars[0] && onlyColumn(fars[0]);
  if (far === undefined || far === null) {
    return refuse(
      `no foreign key of one column of "${links.record.table.name}" refers to the row identifier of "${table}"`,
    );
  }
  const linking = new Set([...near.columns.keys(), far]);

  return (await isFiltered(links, linking, options)) ? { links, near: near.columns, far, rows, label } : null;
}

const timeKinds: ReadonlySet<string> = new Set(['date', 'timestamp', 'timestamptz']);

function keysOf({ schema, name }: NamedTable, keys: readonly DeclaredKey[]): readonly DeclaredKey[] {
  return keys.filter((key) => key.schema === schema && key.name === name);
}

function onlyColumn({ columns }: DeclaredKey): string | null {
  const [only] = columns.keys();

  return columns.size === 1 && only !== undefined ? only : null;
}

/** Whether no two rows have the same values in these columns. */
function isUnique({ indexes }: CatalogueTable, columns: ReadonlySet<string>): boolean {
  return indexes.some((index) => index.unique && index.columns.every((column) => columns.has(column)));
}

/** The identifiers of rows are the values of this column. */
function isIdentifiedBy({ query: { query }, record }: RecordTable, column: string | undefined): boolean {
  const identifier = identifierColumn(query);

  return column !== undefined && identifier?.alias === record.alias && identifier.column === column;
}

/** Whether the user may filter the table by each of the columns, and so sees which rows are linked. */
async function isFiltered(
  links: RecordTable,
  columns: ReadonlySet<string>,
  options: RelatedOptions,
): Promise<boolean> {
  return (await keyFilters(links, new Map([...columns].map((column) => [column, ''])), options)) !== null;
}

/** The column of `column` or `table.column`. */
function nameOf(column: string): string {
  return column.slice(column.lastIndexOf('.') + 1);
}
