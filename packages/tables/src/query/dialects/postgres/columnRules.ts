import { sql } from 'kysely';
import type { CheckRow, ColumnRulesRow, NamedTable } from '../CatalogueQueries.ts';
import { domains } from './catalogue.ts';

const oidOf = ({ schema, name }: NamedTable) =>
  sql`format('%I.%I', ${schema}::text, ${name}::text)::regclass`;

/** Bits of `tgtype`: for each row, before, INSERT. */
const beforeEachInsert = sql.lit(1 + 2 + 4);

export function columns(table: NamedTable) {
  return sql<ColumnRulesRow>`
    with ${domains}
    select
      attname as column_name,
      coalesce(pg_get_expr(adbin, adrelid), domain_types.typdefault) as default_text,
      attidentity <> '' or atthasdef or domain_types.typdefault is not null as has_default,
      attidentity <> '' or coalesce(pg_get_expr(adbin, adrelid) like 'nextval(%', false) as is_automatic,
      attidentity = 'a' or attgenerated <> '' as is_generated,
      exists (
        select from pg_trigger
        where tgrelid = attrelid and not tgisinternal and tgenabled <> 'D' and tgtype & ${beforeEachInsert} = ${beforeEachInsert}
      ) as may_be_triggered,
      format_type(coalesce(domains.base, atttypid), coalesce(domains.modifier, atttypmod)) as full_type,
      (select json_agg(enumlabel order by enumsortorder)::text from pg_enum where enumtypid in
        (select unnest(array[oid, typelem]) from pg_type where oid = coalesce(domains.base, atttypid))) as choices
    from pg_attribute
    join pg_type as domain_types on domain_types.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    left join domains on domains.domain = atttypid and domains.base_kind <> 'd'
    where attrelid = ${oidOf(table)} and attnum > 0 and not attisdropped
    order by attnum`;
}

/** A check that is not validated applies to new values, too. */
export function checks(table: NamedTable) {
  return sql<CheckRow>`
    with ${domains}
    select null as column_name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = ${oidOf(table)} and contype = 'c'
    union all
    select attname, pg_get_constraintdef(pg_constraint.oid)
    from pg_attribute
    join domains on domains.domain = atttypid
    join pg_constraint on contypid = domains.part and contype = 'c'
    where attrelid = ${oidOf(table)} and attnum > 0 and not attisdropped`;
}
