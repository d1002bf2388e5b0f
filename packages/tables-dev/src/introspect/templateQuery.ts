import type { TemplateFault } from '@rowhouse/tables';
import { type Dialect, pathPattern, suggestWord } from '@rowhouse/tables/internal';
import { shownSql } from '../make/columnTemplate.ts';
import type { DescribedColumn, DescribedDatabase, DescribedForeignKey } from '../make/DescribedTable.ts';
import { keyOfJoin, type MadeColumn, type MadeJoin, type MadeQuery } from '../make/MadeQuery.ts';
import { labelOf } from '../make/rowLabel.ts';
import { sqlText } from '../make/SqlText.ts';
import { isPlainName, safeName, uniqueName } from '../make/words.ts';

export interface TemplateQuery {
  /** The query for the columns of a template. */
  readonly made: MadeQuery;
  /** The template with missing `data` added, and with `table.column` of the query instead of longer paths. */
  readonly completed: unknown;
  readonly faults: readonly TemplateFault[];
}

interface WrittenColumn {
  readonly name?: unknown;
  readonly data?: unknown;
  readonly meta?: unknown;
}

/** Creates the query of a template from that of its table: the named columns, and the joins that they require. */
export function templateQuery(
  base: MadeQuery,
  database: DescribedDatabase,
  { template, dialect }: { readonly template: unknown; readonly dialect: Dialect['name'] },
): TemplateQuery {
  const written = (template ?? {}) as Written;
  const joins = new Map<string, MadeJoin>();
  const faults: TemplateFault[] = [];
  const short = new Map<unknown, string>();
  const resolve = (data: string, path: string): ResolvedColumn | null => {
    const [first = '', ...rest] = data.split('.');
    const found =
      first === base.alias && rest.length === 1
        ? ownColumn(base, rest[0] ?? '')
        : joinedColumn({ base, database, dialect, joins }, data);
    if ('problem' in found) {
      faults.push({ path, ...found });

      return null;
    }
    short.set(data, found.data);

    return found;
  };
  /** Each part with a `data`, and the column found for it. */
  const found = (parts: readonly WrittenColumn[], list: string) =>
    parts.map((part, index) => {
      const data = dataOf(part);

      return data === null ? null : resolve(data, `${list}[${index}].data`);
    });
  const named = partsOf(written.columns).map((column) => completed(column, base));
  const foundColumns = found(named, 'columns');
  found(partsOf(written.filters), 'filters');
  const shortened = <Part extends WrittenColumn>(part: Part): Part =>
    short.has(part.data) ? { ...part, data: short.get(part.data) } : part;
  const columns = named.map(shortened);
  const filters = partsOf(written.filters).map(shortened);
  const made = columns.flatMap((column, index): MadeColumn[] => {
    const { data: _, ...selected } = foundColumns[index] ?? {};

    return 'selection' in selected && typeof column.name === 'string'
      ? [{ ...(selected as Selected), template: column as MadeColumn['template'] }]
      : [];
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
      searchKeys: base.searchKeys.filter((data) => columns.some((column) => column.data === data)),
      filterParams: Object.fromEntries(
        Object.entries(base.filterParams).filter(([, data]) => filtered.has(data)),
      ),
    },
    completed: Array.isArray(written.columns)
      ? {
          ...written,
          columns,
          ...(Array.isArray(written.filters) && { filters }),
          ...(short.has(written.defaultSort) && { defaultSort: short.get(written.defaultSort) }),
        }
      : template,
    faults,
  };
}

interface Written {
  readonly columns?: unknown;
  readonly filters?: unknown;
  readonly defaultSort?: unknown;
}

type Selected = Pick<MadeColumn, 'name' | 'selection' | 'expression' | 'record'>;
/** With `table.column` of the query. */
type ResolvedColumn = Selected & { readonly data: string };
type Refused = Pick<TemplateFault, 'code' | 'problem' | 'remedy' | 'suggestion'>;

function completed(column: WrittenColumn, { alias, table }: MadeQuery): WrittenColumn {
  const { name, data } = column;
  const isOwn =
    data === undefined && typeof name === 'string' && table.columns.some((own) => own.name === name);

  return isOwn ? { ...column, data: `${alias}.${safeName(name)}` } : column;
}

function ownColumn({ alias, columns, table, leftOut }: MadeQuery, name: string): ResolvedColumn | Refused {
  const found = columns.find((column) => column.name !== null && column.template.data === `${alias}.${name}`);
  if (found) return { ...found, data: `${alias}.${name}` };
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
  /** The joins required so far, by path, such as `customer.city`; more may be added. */
  readonly joins: Map<string, MadeJoin>;
}

/** A column of a row that is reached by foreign keys, one after the other: `customer.city.name`. */
function joinedColumn(joining: Joining, data: string): ResolvedColumn | Refused {
  const { base, dialect, joins } = joining;
  const parts = data.split('.');
  const name = parts.pop() ?? '';
  let from: Pick<MadeJoin, 'table' | 'alias'> = base;
  let path = '';
  for (const step of parts) {
    const joined = joinedTable(joining, from, { step, path });
    if ('problem' in joined) return joined;
    path = path === '' ? step : `${path}.${step}`;
    joins.set(path, joined);
    from = joined;
  }
  const { table, alias } = from;
  const column = table.columns.find((one) => safeName(one.name) === name);
  if (!column) return unknownColumn(table.name, name, table.columns);
  const join = joins.get(path);
  if (join) joins.set(path, { ...join, reads: [...new Set([...join.reads, column])] });
  const ref = `${alias}.${column.name}`;
  const [label, ...others] = labelOf(table, table.columns);

  return {
    name: null,
    data: `${alias}.${name}`,
    selection: shownSql(column, ref, dialect),
    expression: isPlainName(column.name) ? null : sqlText(['', ''], ref),
    record: join && label === column && others.length === 0 ? keyOfJoin(join) : null,
  };
}

/** The table that a foreign key of a table references. */
function joinedTable(
  { base, database, joins }: Joining,
  from: Pick<MadeJoin, 'table' | 'alias'>,
  { step, path }: { readonly step: string; readonly path: string },
): MadeJoin | Refused {
  const known = joins.get(path === '' ? step : `${path}.${step}`);
  if (known) return known;
  const { foreignKeys } = from.table;
  const exact = foreignKeys.filter((key) => nameOfKey(key) === step);
  const [key, ...others] =
    exact.length > 0 ? exact : foreignKeys.filter((one) => namesOf(one).includes(step));
  const target = key && database.find(key.target);
  if (!key || !target) return unknownStep(step, { from, base, path });
  if (others.length > 0) {
    const names = [...new Set([key, ...others].map(nameOfKey))];

    return {
      code: 'unknown_name',
      problem: `Several foreign keys of "${from.table.name}" are named "${step}".`,
      remedy:
        names.length > 1
          ? `Write ${names.map((one) => `${one}.…`).join(' or ')}.`
          : 'Leave its columns out, or write a definition with its own joins.',
    };
  }
  // Rows would be duplicated: in MySQL, foreign keys may reference columns that are not unique.
  const isUnique = target.uniqueIndexes.some((unique) =>
    unique.every((column) => key.targetColumns.includes(column)),
  );
  if (!target.isReadable || !isUnique) {
    return {
      code: 'unknown_name',
      problem: target.isReadable
        ? `The foreign key "${step}" refers to columns of "${target.name}" that are not unique.`
        : `The connected user may not read "${target.name}".`,
      remedy: target.isReadable ? 'Leave its columns out.' : 'Grant SELECT on it.',
    };
  }
  const taken = new Set([base.alias, ...[...joins.values()].map(({ alias }) => alias)]);
  const wanted = path === '' ? step : `${path.replaceAll('.', '_')}_${step}`;

  return {
    table: target,
    alias: uniqueName(wanted, taken),
    on: key.targetColumns.map((to, index) => [to, `${from.alias}.${key.columns[index] ?? ''}`] as const),
    reads: target.columns.filter(({ name }) => key.targetColumns.includes(name)),
  };
}

function unknownStep(
  step: string,
  {
    from: { table, alias },
    base,
    path,
  }: { from: Pick<MadeJoin, 'table' | 'alias'>; base: MadeQuery; path: string },
): Refused {
  const names = [...new Set([...(path === '' ? [base.alias] : []), ...table.foreignKeys.map(nameOfKey)])];
  const suggestion = suggestWord(step, names);
  const rest = names.map((one) => `${one}.…`).join(' or ');

  return {
    code: 'unknown_name',
    problem:
      path === ''
        ? `"${step}" is neither the table nor one of its foreign keys.`
        : `"${step}" is not a foreign key of "${table.name}", which "${path}" refers to.`,
    remedy:
      names.length === 0
        ? `"${alias}" has no foreign keys: name one of its columns.`
        : `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}Write ${rest}.`,
    ...(suggestion !== undefined && { suggestion }),
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
  const suggestion = suggestWord(name, known);

  return {
    code: 'unknown_column',
    problem: `The table "${table}" has no column "${name}".`,
    ...(suggestion !== undefined && { suggestion }),
    remedy: `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}It has ${known.slice(0, 30).join(', ')}${known.length > 30 ? ' and more' : ''}.`,
  };
}

function partsOf(list: unknown): WrittenColumn[] {
  return (Array.isArray(list) ? list : []).map((part: unknown) =>
    typeof part === 'object' && part !== null ? part : {},
  );
}

function dataOf({ data }: WrittenColumn): string | null {
  return typeof data === 'string' && new RegExp(pathPattern).test(data) ? data : null;
}
