import type { AnyDatabase, Catalogue } from '@rowhouse/tables/internal';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { ExistingIndex, IndexKey } from '../IndexCandidate.ts';
import {
  type AdviceDialect,
  type DatabaseFacts,
  isBroken,
  labelOf,
  type Plan,
  qualified,
  quoted,
  tablesByLabel,
} from './AdviceDialect.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Total Cost': number;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** A relation, with the schema that it is in. */
interface Named {
  readonly schema: string;
  readonly name: string;
}

export const postgres: AdviceDialect = {
  findsTexts: true,
  movesNulls: true,
  nullsFirst: (descending) => descending,

  async facts(db, catalogue) {
    const schemas = [...new Set(catalogue.tables.map(({ schema }) => schema))];
    const [relations, stats, indexes, extensions] = await Promise.all([
      sql<Named & { rows: number; has_rows: boolean; broken_of: string | null }>`
        select nspname as schema, relname as name, reltuples::float8 as rows, relkind in ('r', 'p', 'm') as has_rows,
          case when not indisvalid then (select relname from pg_class as tables where tables.oid = indrelid) end
            as broken_of
        from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        left join pg_index on pg_index.indexrelid = pg_class.oid
        where nspname = any (${schemas}::text[])`.execute(db),
      sql<Named & { column_name: string; width: number; distinct_values: number }>`
        select schemaname as schema, tablename as name, attname as column_name, avg_width as width,
          n_distinct as distinct_values
        from pg_stats where schemaname = any (${schemas}::text[])`.execute(db),
      readIndexes(db, catalogue, schemas),
      sql<{ name: string; schema: string }>`
        select extname as name, nspname as schema
        from pg_extension join pg_namespace on pg_namespace.oid = extnamespace`.execute(db),
    ]);
    const rowsOf = new Map(
      relations.rows
        .filter(({ has_rows: has }) => has)
        .map((relation) => [labelOf(relation, catalogue), relation.rows]),
    );
    const columns = stats.rows.map((row) => ({ ...row, table: labelOf(row, catalogue) }));

    return {
      tables: tablesByLabel(catalogue),
      rows: rowsOf,
      widths: new Map(columns.map(({ table, column_name: column, width }) => [`${table}.${column}`, width])),
      distinct: new Map(
        columns.map(({ table, column_name: column, distinct_values: value }) => [
          `${table}.${column}`,
          // Below zero: a share of the rows.
          value < 0 ? -value * (rowsOf.get(table) ?? 0) : value,
        ]),
      ),
      indexes,
      taken: new Set(relations.rows.map(({ name }) => name)),
      broken: relations.rows.flatMap(({ schema, name, broken_of: table }) =>
        table === null ? [] : [{ table: labelOf({ schema, name: table }, catalogue), name }],
      ),
      hasTrigrams: extensions.rows.some(({ name }) => name === 'pg_trgm'),
      hypothetical: extensions.rows.find(({ name }) => name === 'hypopg')?.schema ?? null,
    };
  },

  async explain(db, query, facts) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (verbose, format json) ${query.sql}`, [...query.parameters]),
    );
    const root = rows[0]?.['QUERY PLAN'][0]?.Plan;

    return root ? planOf(root, facts) : null;
  },

  statements(candidate, name, facts, online) {
    const { table, kind, keys } = candidate;
    const concurrently = online ? ' CONCURRENTLY' : '';
    const drop = isBroken(facts, table, name) ? [dropSql(name, table, facts, concurrently)] : [];
    // An index is in the schema of its table, which is therefore not said.
    const create = `CREATE INDEX${concurrently} ${quoted(name)} ON ${qualified(quoted, table, facts)}`;

    if (kind === 'text') {
      return [
        ...drop,
        ...(facts.hasTrigrams ? [] : ['CREATE EXTENSION IF NOT EXISTS pg_trgm']),
        `${create} USING gin (${keys.map(({ column }) => `${quoted(column)} gin_trgm_ops`).join(', ')})`,
      ];
    }

    return [...drop, `${create} (${keys.map(keySql).join(', ')})`];
  },

  drop: (name, table, facts) => dropSql(name, table, facts, ' CONCURRENTLY'),

  measuring: {
    async size(db, name, table, facts) {
      const { rows } = await sql<{ bytes: string }>`
        select pg_relation_size(${qualified(quoted, table, facts, name)}::regclass) as bytes`.execute(db);

      return Number(rows[0]?.bytes);
    },
    isHypothetical: ({ kind }) => kind === 'order',
    async pretend(db, statement, { hypothetical }) {
      await sql`select * from ${sql.id(hypothetical ?? '', 'hypopg_create_index')}(${statement})`.execute(db);
    },
    async forget(db, { hypothetical }) {
      await sql`select ${sql.id(hypothetical ?? '', 'hypopg_reset')}()`.execute(db);
    },
  },
};

function dropSql(name: string, table: string, facts: DatabaseFacts, concurrently: string): string {
  return `DROP INDEX${concurrently} ${qualified(quoted, table, facts, name)}`;
}

function keySql({ column, descending, nullsFirst }: IndexKey): string {
  const nulls = nullsFirst === descending ? '' : nullsFirst ? ' NULLS FIRST' : ' NULLS LAST';

  return `${quoted(column)}${descending ? ' DESC' : ''}${nulls}`;
}

async function readIndexes(
  db: Kysely<AnyDatabase>,
  catalogue: Catalogue,
  schemas: readonly string[],
): Promise<ExistingIndex[]> {
  const { rows } = await sql<{
    schema: string;
    index_name: string;
    table_name: string;
    is_text: boolean;
    is_droppable: boolean;
    column_name: string;
    options: number;
  }>`
    select
      pg_namespace.nspname as schema,
      indexes.relname as index_name,
      tables.relname as table_name,
      pg_am.amname <> 'btree' as is_text,
      not (indisunique or indisprimary or indisexclusion or indisreplident or indisclustered)
        and indnkeyatts = indnatts
        and not exists (select from pg_constraint where conindid = indexrelid)
        and not exists (select from pg_inherits where inhrelid = indexrelid)
        and not exists (
          select from unnest(pg_index.indkey::int2[], pg_index.indcollation::oid[]) as texts (attnum, collation_oid)
          join pg_attribute on attrelid = indrelid and pg_attribute.attnum = texts.attnum
          where texts.collation_oid <> attcollation
        ) as is_droppable,
      pg_attribute.attname as column_name,
      coalesce(keys.options, 0) as options
    from pg_index
    join pg_class as tables on tables.oid = pg_index.indrelid
    join pg_namespace on pg_namespace.oid = tables.relnamespace
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
        (pg_am.amname = 'btree' and pg_index.indexprs is null and not exists (
          -- Of another order than that of ORDER BY, such as text_pattern_ops.
          select from unnest(pg_index.indclass::oid[]) as own (opclass)
          join pg_opclass as orders on orders.oid = own.opclass
          where not exists (
            select from pg_opclass as standard where standard.opcfamily = orders.opcfamily and standard.opcdefault
          )
        ))
        or pg_opclass.opcname in ('gin_trgm_ops', 'gist_trgm_ops')
      )
      and pg_namespace.nspname = any (${schemas}::text[])
    order by pg_namespace.nspname, indexes.relname, keys.position`.execute(db);

  return [...Map.groupBy(rows, ({ schema, index_name: name }) => `${schema}\n${name}`).values()].flatMap(
    (columns) => {
      const [first] = columns;
      if (!first) return [];

      return [
        {
          name: first.index_name,
          table: labelOf({ schema: first.schema, name: first.table_name }, catalogue),
          kind: first.is_text ? ('text' as const) : ('order' as const),
          keys: columns.map(({ column_name: column, options }) => ({
            column,
            descending: (options & 1) === 1,
            nullsFirst: (options & 2) === 2,
          })),
          isDroppable: first.is_droppable,
        },
      ];
    },
  );
}

function planOf(root: PlanNode, { tables }: DatabaseFacts): Plan {
  const labels = new Map([...tables].map(([label, { schema, name }]) => [`${schema}\n${name}`, label]));
  const wholly = new Set<string>();
  const visited = new Map<string, number>();
  let sorted = 0;
  const visit = (node: PlanNode) => {
    const { 'Node Type': type, 'Relation Name': name, Schema: schema } = node;
    const table = name === undefined ? undefined : (labels.get(`${schema}\n${name}`) ?? name);
    if (table !== undefined && type === 'Seq Scan') wholly.add(table);
    if (table !== undefined && type !== 'Index Only Scan') {
      visited.set(table, Math.max(visited.get(table) ?? 0, node['Plan Rows']));
    }
    if (type === 'Sort') sorted = Math.max(sorted, node.Plans?.[0]?.['Plan Rows'] ?? 0);
    node.Plans?.forEach(visit);
  };
  visit(root);

  return { cost: root['Total Cost'], wholly: [...wholly], sorted, visited };
}
