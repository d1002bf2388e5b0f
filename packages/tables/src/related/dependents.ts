import { isUnavailable } from '@rowhouse/drivers';
import type { Dependents, RecordDeletion } from '@rowhouse/table-protocol';
import {
  type Expression,
  ExpressionWrapper,
  type OperationNode,
  QueryNode,
  type RawBuilder,
  SelectQueryNode,
  sql,
} from 'kysely';
import { type IdentifiedRecord, readRecord } from '../edit/records.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type DeclaredKey, declaredKeys, keysTo } from '../query/declaredReferences.ts';
import type { NamedTable } from '../query/dialects/CatalogueQueries.ts';
import { keyFilters, keyValue } from './keyFilters.ts';
import type { RelatedOptions } from './recordTables.ts';
import { nameOfTable, type RecordTable } from './recordTables.ts';

/** Rows that are counted for one foreign key, and levels of cascades that are followed, at most. */
export const most = { rows: 10_000, levels: 5 };

/** The rows of a table that a deletion deletes, or changes, as a condition on an alias of the table. */
interface Affected {
  readonly table: NamedTable;
  readonly where: (alias: string) => RawBuilder<unknown>;
  /** 0 for the record itself. */
  readonly level: number;
}

interface AffectedByKey extends Affected {
  readonly key: DeclaredKey;
}

/**
 * What a deletion of a record would do to rows that refer to it, and to records that are deleted with it. Rows that the user
 * does not see are not counted, and only mentioned if they prevent the deletion, which the user learns from it, too.
 */
export async function recordDependents(
  query: TableQuery,
  identified: IdentifiedRecord,
  options: RelatedOptions,
): Promise<Pick<RecordDeletion, 'dependents' | 'others' | 'refused'>> {
  const { rawDb, dialect } = query.runtime;
  const keys = (await declaredKeys(rawDb, dialect, query.catalogue)).filter(
    ({ onDelete, ...table }) => onDelete !== null && query.catalogue.find(table) !== undefined,
  );
  const { affected, deleted } = await affectedRows(query, identified, keys);
  const listed = new Map<DeclaredKey, Dependents>();
  let others = false;
  let refused = false;

  for (const each of affected) {
    const { key } = each;
    const isRestricted = key.onDelete === 'restrict';
    const where = (alias: string) => withoutDeleted(each, deleted, alias);
    const all = await countOf(
      query,
      sql`${sql.id(key.schema, key.name)} as ${sql.id('referring')}`,
      where('referring'),
    );
    if (all === 0) continue;
    refused ||= isRestricted;
    const seen = await bestCount(query, await options.recordTables.of(key, query.context), where);
    others ||= isRestricted && seen.count < all;
    if (seen.rows) {
      const known = listed.get(key);
      listed.set(
        key,
        withCount(known ?? (await described(each, seen.rows, identified, options)), seen.count),
      );
    }
  }

  return {
    dependents: [...listed.values()],
    ...(others && { others: true as const }),
    ...(refused && { refused: true as const }),
  };
}

/** The rows of each foreign key, by levels; those of cascades are followed while there are any. */
async function affectedRows(
  query: TableQuery,
  { record, ids }: IdentifiedRecord,
  keys: readonly DeclaredKey[],
): Promise<{ readonly affected: readonly AffectedByKey[]; readonly deleted: readonly Affected[] }> {
  const { recordIds } = query.runtime.dialect;
  const itself: Affected = {
    table: record.table,
    level: 0,
    where: (alias) =>
      sql.join(
        record.ids.map(({ column, stored }, index) =>
          recordIds.is(sql.id(alias, column), [ids[index] ?? ''], stored),
        ),
        sql` and `,
      ),
  };
  const deleted: Affected[] = [itself];
  const affected: AffectedByKey[] = [];

  for (const parent of deleted) {
    for (const key of keysTo(keys, parent.table)) {
      const rows: AffectedByKey = {
        key,
        table: key,
        level: parent.level + 1,
        where: (alias) => refersTo(key, parent, alias),
      };
      affected.push(rows);
      if (key.onDelete !== 'cascade' || rows.level >= most.levels) continue;
      const source = sql`${sql.id(key.schema, key.name)} as ${sql.id('referring')}`;
      const count = await countOf(query, source, withoutDeleted(rows, deleted, 'referring'), 1);
      // `for … of` visits those that are added meanwhile.
      if (count > 0) deleted.push(rows);
    }
  }

  return { affected, deleted };
}

function refersTo({ columns }: DeclaredKey, parent: Affected, alias: string): RawBuilder<unknown> {
  const above = `parent${parent.level}`;
  const own = [...columns.keys()].map((column) => sql.id(alias, column));
  const referred = [...columns.values()].map((column) => sql.id(above, column));
  const { schema, name } = parent.table;

  return sql`(${sql.join(own)}) in (select ${sql.join(referred)} from ${sql.id(schema, name)} as ${sql.id(above)}
    where ${parent.where(above)})`;
}

/** Rows that an earlier part of the same deletion deletes are not affected by it again. */
function withoutDeleted(rows: Affected, deleted: readonly Affected[], alias: string): RawBuilder<unknown> {
  const earlier = deleted
    .slice(0, deleted.includes(rows) ? deleted.indexOf(rows) : deleted.length)
    .filter(({ table }) => table.schema === rows.table.schema && table.name === rows.table.name);

  return sql.join(
    [rows.where(alias), ...earlier.map((each) => sql`(${each.where(alias)}) is not true`)],
    sql` and `,
  );
}

/** Rows of a table that the role of the connection may not read are not counted: the database refuses the deletion itself. */
async function countOf(
  { runtime: { rawDb, onBackgroundError } }: TableQuery,
  source: Expression<unknown>,
  where: Expression<unknown>,
  limit = most.rows + 1,
): Promise<number> {
  const rows = sql`select 1 as found from ${source} where ${where} limit ${sql.lit(limit)}`;
  try {
    return await counted(rawDb, rows);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    onBackgroundError(error);

    return 0;
  }
}

async function counted(rawDb: TableQuery['runtime']['rawDb'], rows: Expression<unknown>): Promise<number> {
  const { rows: results } = await sql<{
    n: number | string | bigint;
  }>`select count(*) as n from (${rows}) as counted`.execute(rawDb);

  return Number(results[0]?.n ?? 0);
}

/** The table that shows most of the rows, and how many. */
async function bestCount(
  { runtime: { rawDb } }: TableQuery,
  recordTables: readonly RecordTable[],
  where: (alias: string) => RawBuilder<unknown>,
): Promise<{ readonly rows: RecordTable | null; readonly count: number }> {
  let best: { readonly rows: RecordTable | null; readonly count: number } = { rows: null, count: 0 };
  for (const rows of recordTables) {
    const { builder } = rows.query.query;
    const selected = builder
      .clearSelect()
      .select(sql`1`.as('found'))
      .limit(sql.lit(most.rows + 1));
    // The condition has names of the database, which plugins of the application would change.
    const node = selected.toOperationNode();
    const count = await counted(rawDb, new ExpressionWrapper(narrowed(node, where(rows.record.alias))));
    if (count > best.count) best = { rows, count };
  }

  return best;
}

function narrowed(node: OperationNode, where: RawBuilder<unknown>): OperationNode {
  return SelectQueryNode.is(node) ? QueryNode.cloneWithWhere(node, where.toOperationNode()) : node;
}

async function described(
  { key, level }: AffectedByKey,
  rows: RecordTable,
  identified: IdentifiedRecord,
  options: RelatedOptions,
): Promise<Dependents> {
  const { table, runtime } = rows.query;
  const values =
    level > 1 ? {} : await readRecord(runtime.rawDb, runtime.dialect, identified, [...key.columns.values()]);
  const own = [...key.columns].flatMap(([column, referred]) => {
    const value = keyValue(values?.[referred]);

    return value === null ? [] : [[column, value] as const];
  });
  const filters = own.length < key.columns.size ? null : await keyFilters(rows, new Map(own), options);

  return {
    table: table.id,
    name: nameOfTable(rows),
    as: filters?.as ?? '',
    filters: [...(filters?.filters ?? [])],
    count: 0,
    onDelete: key.onDelete ?? 'restrict',
  };
}

function withCount(dependents: Dependents, count: number): Dependents {
  const sum = dependents.count + count;

  return {
    ...dependents,
    count: Math.min(sum, most.rows),
    ...((sum > most.rows || dependents.isMore) && { isMore: true as const }),
  };
}
