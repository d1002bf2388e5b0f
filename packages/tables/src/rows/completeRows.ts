import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow, TableContext, TableDefinition } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import type { QueryRunner } from '../query/QueryRunner.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import { loadRelations } from './loadRelations.ts';

export interface RowCompletion {
  /** Where relations are read. */
  readonly db: Kysely<AnyDatabase>;
  /** How relations are read; without limits by default. */
  readonly run?: QueryRunner;
  readonly table: Table;
  readonly context: TableContext;
  /** Whether the rows are for a screen, and get their `_actions` and `_cssClasses`. */
  readonly presented: boolean;
}

/**
 * Adds to rows as read what the definition makes of them, in place: relations, appends, methods, and resources where
 * nothing will be formatted for a screen. Nothing is formatted.
 */
export async function completeRows(
  rows: AnyRow[],
  { db, run, table, context, presented }: RowCompletion,
): Promise<void> {
  const { definition, template } = table;

  await loadRelations(db, rows, definition.with ?? {}, run);

  const functions = rowFunctions(definition, template.appends, presented);
  const resources = presented ? [] : resourceColumns(table);

  if (functions.length === 0 && resources.length === 0) return;

  for (const row of rows as Record<string, unknown>[]) {
    // All of them see the row as it was.
    const added = functions.map(
      ([name, compute]) => [name, callApplication(() => compute(row as AnyRow, context))] as const,
    );
    for (const [name, value] of added) row[name] = value;
    for (const [name, resource] of resources) {
      row[name] = callApplication(() => resource(row[name], row as AnyRow));
    }
  }
}

function resourceColumns({ template, definition }: Table) {
  return template.columns.flatMap(({ name, resource }) => {
    const make = resource === null ? undefined : definition.resources?.[resource];

    return make ? [[name, make] as const] : [];
  });
}

type Compute = (row: AnyRow, context: TableContext) => unknown;

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
