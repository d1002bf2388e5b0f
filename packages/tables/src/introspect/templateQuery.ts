import { shownSql } from '../make/columnTemplate.ts';
import type { DescribedColumn, DescribedDatabase, DescribedForeignKey } from '../make/DescribedTable.ts';
import type { MadeColumn, MadeJoin, MadeQuery } from '../make/MadeQuery.ts';
import { sqlText } from '../make/SqlText.ts';
import { isPlainName, safeName } from '../make/safeName.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';

export interface TemplateQuery {
  /** The query of what the template names. */
  readonly made: MadeQuery;
  /** The template with the `data` that it leaves out. */
  readonly completed: unknown;
  readonly faults: readonly TemplateFault[];
}

interface WrittenColumn {
  readonly name?: unknown;
  readonly data?: unknown;
  readonly meta?: unknown;
}

/** Makes the query of a template from that of its table: the columns that it names, and the joins that they need. */
export function templateQuery(
  base: MadeQuery,
  database: DescribedDatabase,
  { template, dialect }: { readonly template: unknown; readonly dialect: Dialect['name'] },
): TemplateQuery {
  const written = (template ?? {}) as { readonly columns?: unknown; readonly filters?: unknown };
  const columns = partsOf(written.columns).map((column) => completed(column, base));
  const filters = partsOf(written.filters);
  const joins = new Map<string, MadeJoin>();
  const faults: TemplateFault[] = [];
  const resolve = (data: string, path: string): Found | null => {
    const [alias = '', name = ''] = data.split('.');
    const found =
      alias === base.alias
        ? ownColumn(base, name)
        : joinedColumn({ base, database, dialect, joins }, alias, name);
    if ('problem' in found) faults.push({ path, ...found });

    return 'problem' in found ? null : found;
  };
  const made = columns.flatMap((column, index): MadeColumn[] => {
    const data = dataOf(column);
    if (data === null || typeof column.name !== 'string') return [];
    const found = resolve(data, `columns[${index}].data`);

    return found ? [{ ...found, template: column as MadeColumn['template'] }] : [];
  });
  filters.forEach((filter, index) => {
    const data = dataOf(filter);
    if (data !== null) resolve(data, `filters[${index}].data`);
  });
  const filtered = new Set([
    ...columns.filter(({ meta }) => Array.isArray(meta) && meta.includes('filterable')).map(dataOf),
    ...filters.map(dataOf),
  ]);

  return {
    made: {
      ...base,
      joins: [...joins.values()],
      columns: made,
      filters: [],
      filterParams: Object.fromEntries(
        Object.entries(base.filterParams).filter(([, data]) => filtered.has(data)),
      ),
    },
    completed: Array.isArray(written.columns) ? { ...written, columns } : template,
    faults,
  };
}

type Found = Pick<MadeColumn, 'name' | 'selection' | 'expression'>;
type Refused = Pick<TemplateFault, 'code' | 'problem' | 'remedy'>;

function completed(column: WrittenColumn, { alias, table }: MadeQuery): WrittenColumn {
  const { name, data } = column;
  const isOwn =
    data === undefined && typeof name === 'string' && table.columns.some((own) => own.name === name);

  return isOwn ? { ...column, data: `${alias}.${safeName(name)}` } : column;
}

function ownColumn({ alias, columns, table, leftOut }: MadeQuery, name: string): Found | Refused {
  const found = columns.find((column) => column.name !== null && column.template.data === `${alias}.${name}`);
  if (found) return found;
  const reason = leftOut.find(({ column }) => column === name)?.reason;

  return reason
    ? {
        code: 'unknown_column',
        problem: `The column "${name}" cannot be shown: ${reason}`,
        remedy: 'Leave it out.',
      }
    : unknownColumn(table.name, name, table.columns);
}

interface Joining {
  readonly base: MadeQuery;
  readonly database: DescribedDatabase;
  readonly dialect: Dialect['name'];
  /** Those that are needed so far; one may be added. */
  readonly joins: Map<string, MadeJoin>;
}

function joinedColumn(
  { base, database, dialect, joins }: Joining,
  alias: string,
  name: string,
): Found | Refused {
  const keys = base.table.foreignKeys.filter((key) => namesOf(key).includes(alias));
  const [key] = keys.filter((one) => nameOfKey(one) === alias).concat(keys);
  const target = key && database.find(key.target);
  if (!key || !target) {
    const known = [base.alias, ...base.table.foreignKeys.map(nameOfKey)];

    return {
      code: 'unknown_name',
      problem: `"${alias}" is neither the table nor one of its foreign keys.`,
      remedy: `Write ${[...new Set(known)].map((one) => `${one}.…`).join(' or ')}.`,
    };
  }
  // Rows would be doubled: MySQL also references columns that are not unique.
  const isUnique = target.uniqueIndexes.some((unique) =>
    unique.every((column) => key.targetColumns.includes(column)),
  );
  if (!target.isReadable || !isUnique) {
    return {
      code: 'unknown_name',
      problem: target.isReadable
        ? `The foreign key "${alias}" leads to columns of "${target.name}" that are not unique.`
        : `The connected user may not read "${target.name}".`,
      remedy: target.isReadable ? 'Leave its columns out.' : 'Grant SELECT on it.',
    };
  }
  const column = target.columns.find((one) => safeName(one.name) === name);
  if (!column) return unknownColumn(target.name, name, target.columns);
  const reads = target.columns.filter((one) => one === column || key.targetColumns.includes(one.name));
  joins.set(alias, {
    table: target,
    alias,
    on: key.targetColumns.map((to, index) => [to, `${base.alias}.${key.columns[index] ?? ''}`] as const),
    reads: [...new Set([...(joins.get(alias)?.reads ?? []), ...reads])],
  });
  const ref = `${alias}.${column.name}`;

  return {
    name: null,
    selection: shownSql(column, ref, dialect),
    expression: isPlainName(column.name) ? null : sqlText(['', ''], ref),
  };
}

/** `customer` for `customer_id`; the table's name for a key of several columns. */
function nameOfKey({ columns, target }: DescribedForeignKey): string {
  const [first = ''] = columns;

  return safeName(columns.length === 1 ? first.replace(/_?id$/i, '') || first : target.name);
}

function namesOf(key: DescribedForeignKey): string[] {
  return [nameOfKey(key), safeName(key.target.name)];
}

function unknownColumn(table: string, name: string, columns: readonly DescribedColumn[]): Refused {
  const known = columns.map((column) => column.name);

  return {
    code: 'unknown_column',
    problem: `The table "${table}" has no column "${name}".`,
    remedy: `It has ${known.slice(0, 30).join(', ')}${known.length > 30 ? ' and more' : ''}.`,
  };
}

function partsOf(list: unknown): WrittenColumn[] {
  return (Array.isArray(list) ? list : []).map((part: unknown) =>
    typeof part === 'object' && part !== null ? part : {},
  );
}

function dataOf({ data }: WrittenColumn): string | null {
  return typeof data === 'string' && /^[^\s.]+\.[^\s.]+$/.test(data) ? data : null;
}
