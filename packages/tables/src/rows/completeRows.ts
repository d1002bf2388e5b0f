import { type Kysely, sql } from 'kysely';
import type { Relation, TableDefinition } from '../definition/defineTable.ts';
import { resourceOf } from '../definition/fileRules.ts';
import type { Table } from '../definition/Table.ts';
import type { AnyDatabase, AnyRow, RowContext, TableContext } from '../definition/TableContext.ts';
import { type QueryRunner, runnerOf } from '../query/cancellable.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { parseJson } from './parseJson.ts';
import { parseNested } from './parseNested.ts';

export interface RowCompletion {
  /** The database that relations are read from. */
  readonly db: Kysely<AnyDatabase>;
  /** How relations are read. Defaults to without limits. */
  readonly run?: QueryRunner;
  readonly table: Table;
  /** Members that are texts of JSON. */
  readonly jsonNames: readonly string[];
  readonly context: TableContext;
  readonly runtime: Pick<TableRuntime, 'translate'>;
  /** Whether the rows are for a screen, and include `_actions` and `_cssClasses`. */
  readonly presented: boolean;
}

/**
 * Adds computed members of the definition to the rows, in place: relations, appends, methods, and, unless rows are
 * formatted for a screen, resources. Nothing is formatted. JSON is parsed for functions; the returned function makes it
 * text again, after all of them.
 */
export async function completeRows(
  rows: AnyRow[],
  { db, run, table, jsonNames, context, runtime, presented }: RowCompletion,
): Promise<() => void> {
  const { definition, template } = table;

  parseNested(rows, nestedNames(table));
  const showTexts = parseJson(rows, jsonNames);
  await loadRelations(db, rows, definition.with ?? {}, run);

  const functions = rowFunctions(definition, template.appends, presented);
  const resources = presented ? [] : resourceColumns(table);

  if (functions.length === 0 && resources.length === 0) return showTexts;

  const { user } = context;
  const rowContext: RowContext = {
    ...context,
    translate: (text, values = {}) => runtime.translate(user, text, values),
  };

  for (const row of rows as Record<string, unknown>[]) {
    // All functions get the original row.
    const added = functions.map(
      ([name, compute]) => [name, callApplication(() => compute(row as AnyRow, rowContext))] as const,
    );
    for (const [name, value] of added) row[name] = value;
    for (const [name, resource] of resources) {
      row[name] = callApplication(() => resource(row[name], row as AnyRow));
    }
  }

  return showTexts;
}

/** Of the columns that name a part of a value of the query. */
function nestedNames({ template, definition }: Table): string[] {
  const names = template.columns.flatMap(({ name }) =>
    name.includes('.') ? (name.split('.')[0] ?? []) : [],
  );

  return [...new Set(names)].filter((name) => !Object.hasOwn(definition.with ?? {}, name));
}

function resourceColumns({ template, definition }: Table) {
  return template.columns.flatMap((column) => {
    const make = resourceOf(column, definition);

    return make ? [[column.name, make] as const] : [];
  });
}

type Compute = (row: AnyRow, context: RowContext) => unknown;

function rowFunctions(
  { appends: appended, methods, rowActions, cssClasses }: TableDefinition,
  appends: readonly string[],
  presented: boolean,
): readonly (readonly [string, Compute])[] {
  return Object.entries<Compute>({
    ...Object.fromEntries(appends.map((name) => [name, appended?.[name] ?? (() => null)])),
    ...methods,
    ...(presented && rowActions && { _actions: rowActions }),
    ...(presented && cssClasses && { _cssClasses: cssClasses }),
  });
}

/** Sets each relation's record, or null, by one query per relation. Each row gets its own copy of the record. */
export async function loadRelations(
  db: Kysely<AnyDatabase>,
  rows: readonly AnyRow[],
  relations: Readonly<Record<string, Relation>>,
  run: QueryRunner = runnerOf(db),
): Promise<void> {
  await Promise.all(
    Object.entries(relations).map(([name, relation]) => loadRelation(db, rows, name, relation, run)),
  );
}

/** Maximum keys of a statement: pages may have more rows than a statement may have parameters. */
const keysLimit = 10_000;

async function loadRelation(
  db: Kysely<AnyDatabase>,
  rows: readonly AnyRow[],
  name: string,
  { table, relatedKey, rowKey, columns }: Relation,
  run: QueryRunner,
): Promise<void> {
  const keys = [
    ...new Set(rows.map((row) => row[rowKey]).filter((key) => key !== null && key !== undefined)),
  ];
  const records = new Map<string, Record<string, unknown>>();

  for (let first = 0; first < keys.length; first += keysLimit) {
    const some = keys.slice(first, first + keysLimit);
    const query = db.selectFrom(table).where(sql.ref(relatedKey), 'in', some);
    const selected = columns ? query.select([...new Set([...columns, relatedKey])]) : query.selectAll();
    const found = await run(selected.compile());

    for (const record of found) {
      records.set(String(record[relatedKey]), record);
    }
  }

  for (const row of rows) {
    const record = records.get(String(row[rowKey]));
    (row as Record<string, unknown>)[name] = record ? { ...record } : null;
  }
}
