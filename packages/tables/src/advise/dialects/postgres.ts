import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../../definition/defineTable.ts';
import type { IndexCandidate, IndexKey } from '../IndexCandidate.ts';
import { type AdviceDialect, type Plan, quoted } from './AdviceDialect.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Total Cost': number;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

export const postgres: AdviceDialect = {
  findsTexts: true,
  movesNulls: true,
  nullsFirst: (descending) => descending,

  async facts(db) {
    const [relations, stats, indexes, extensions] = await Promise.all([
      sql<{ name: string; rows: number; has_rows: boolean; is_broken: boolean }>`
        select relname as name, reltuples::float8 as rows, relkind in ('r', 'p', 'm') as has_rows,
          coalesce(not indisvalid, false) as is_broken
        from pg_class left join pg_index on pg_index.indexrelid = pg_class.oid
        where pg_table_is_visible(pg_class.oid)`.execute(db),
      sql<{ name: string; width: number; distinct_values: number }>`
        select tablename || '.' || attname as name, avg_width as width, n_distinct as distinct_values
        from pg_stats where schemaname = any(current_schemas(false))`.execute(db),
      readIndexes(db),
      sql`select from pg_extension where extname = 'pg_trgm'`.execute(db),
    ]);
    const rowsOf = new Map(
      relations.rows.filter(({ has_rows: has }) => has).map(({ name, rows }) => [name, rows]),
    );

    return {
      rows: rowsOf,
      widths: new Map(stats.rows.map(({ name, width }) => [name, width])),
      distinct: new Map(
        stats.rows.map(({ name, distinct_values: value }) => [
          name,
          // Below zero: a share of the rows.
          value < 0 ? -value * (rowsOf.get(name.slice(0, name.lastIndexOf('.'))) ?? 0) : value,
        ]),
      ),
      indexes,
      taken: new Set(relations.rows.filter(({ is_broken: is }) => !is).map(({ name }) => name)),
      broken: new Set(relations.rows.filter(({ is_broken: is }) => is).map(({ name }) => name)),
      hasTrigrams: extensions.rows.length > 0,
    };
  },

  async explain(db, query) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]),
    );
    const root = rows[0]?.['QUERY PLAN'][0]?.Plan;

    return root ? planOf(root) : null;
  },

  statements({ table, kind, keys }, name, { hasTrigrams, broken }, online) {
    const concurrently = online ? ' CONCURRENTLY' : '';
    const drop = broken.has(name) ? [`DROP INDEX${concurrently} ${quoted(name)}`] : [];
    const create = `CREATE INDEX${concurrently} ${quoted(name)} ON ${quoted(table)}`;

    if (kind === 'text') {
      return [
        ...drop,
        ...(hasTrigrams ? [] : ['CREATE EXTENSION IF NOT EXISTS pg_trgm']),
        `${create} USING gin (${keys.map(({ column }) => `${quoted(column)} gin_trgm_ops`).join(', ')})`,
      ];
    }

    return [...drop, `${create} (${keys.map(keySql).join(', ')})`];
  },

  async indexSize(db, name) {
    const { rows } = await sql<{ bytes: string }>`
      select pg_relation_size(${quoted(name)}::regclass) as bytes`.execute(db);

    return Number(rows[0]?.bytes);
  },
};

function keySql({ column, descending, nullsFirst }: IndexKey): string {
  const nulls = nullsFirst === descending ? '' : nullsFirst ? ' NULLS FIRST' : ' NULLS LAST';

  return `${quoted(column)}${descending ? ' DESC' : ''}${nulls}`;
}

async function readIndexes(db: Kysely<AnyDatabase>): Promise<IndexCandidate[]> {
  const { rows } = await sql<{
    index_name: string;
    table_name: string;
    is_text: boolean;
    column_name: string;
    options: number;
  }>`
    select
      indexes.relname as index_name,
      tables.relname as table_name,
      pg_am.amname <> 'btree' as is_text,
      pg_attribute.attname as column_name,
      coalesce(keys.options, 0) as options
    from pg_index
    join pg_class as tables on tables.oid = pg_index.indrelid
    join pg_class as indexes on indexes.oid = pg_index.indexrelid
    join pg_am on pg_am.oid = indexes.relam
    cross join lateral unnest(pg_index.indkey::int2[], pg_index.indclass::oid[], pg_index.indoption::int2[])
      with ordinality as keys (attnum, opclass, options, position)
    left join pg_opclass on pg_opclass.oid = keys.opclass
    join pg_attribute on pg_attribute.attrelid = tables.oid and pg_attribute.attnum = keys.attnum
    where pg_index.indisvalid
      and pg_index.indpred is null
      and keys.position <= pg_index.indnkeyatts
      and (
        (pg_am.amname = 'btree' and pg_index.indexprs is null)
        or pg_opclass.opcname in ('gin_trgm_ops', 'gist_trgm_ops')
      )
      and pg_table_is_visible(tables.oid)
      and tables.relnamespace <> 'pg_catalog'::regnamespace
    order by indexes.relname, keys.position`.execute(db);

  return [...Map.groupBy(rows, ({ index_name: name }) => name).values()].flatMap((columns) => {
    const [first] = columns;
    if (!first) return [];

    return [
      {
        table: first.table_name,
        kind: first.is_text ? ('text' as const) : ('order' as const),
        keys: columns.map(({ column_name: column, options }) => ({
          column,
          descending: (options & 1) === 1,
          nullsFirst: (options & 2) === 2,
        })),
      },
    ];
  });
}

function planOf(root: PlanNode): Plan {
  const wholly = new Set<string>();
  let sorted = 0;
  const visit = (node: PlanNode) => {
    if (node['Node Type'] === 'Seq Scan' && node['Relation Name']) wholly.add(node['Relation Name']);
    if (node['Node Type'] === 'Sort') sorted = Math.max(sorted, node.Plans?.[0]?.['Plan Rows'] ?? 0);
    node.Plans?.forEach(visit);
  };
  visit(root);

  return { cost: root['Total Cost'], wholly: [...wholly], sorted };
}
