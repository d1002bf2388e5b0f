import type { GroupStep } from '@rowhouse/table-protocol/internal';
import { describe, it } from 'vitest';
import { filterSource } from '../plan/columnSource.ts';
import { groupLevel, groupSource } from '../prepare/groupLevel.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { aggregateSource } from './aggregateSource.ts';
import { facetQuery } from './facetQuery.ts';
import { groupQuery } from './groupQuery.ts';
import { expectStatements } from './statements.fixture.ts';
import { statisticsQuery } from './statisticsQuery.ts';

const sourceOf = (data: TableQuery, column: string) =>
  aggregateSource(
    data.runtime.db,
    data.query,
    data.resolve,
    [{ name: column, source: filterSource(data.table, `orders.${column}`) }],
    { conditions: conditionsOf(data), branches: branchesOf(data) },
  );

const facet = (data: TableQuery) =>
  facetQuery([{ ...sourceOf(data, 'number'), facets: [0] }], data.runtime.dialect).compile(data.runtime.db);

const groupedBy = (column: string, step: GroupStep | null) => (data: TableQuery) => {
  const rule = data.table.rules.summaries.groups.get(column);
  if (!rule) throw new Error(`Rows cannot be grouped by ${column}.`);
  const sort = { by: 'count', direction: 'DESC' } as const;
  const level = groupLevel(data, { kind: 'groups', groups: [{ ...rule, step }], path: [], sort }, 0);
  const group = {
    source: groupSource(data, [level], []),
    step: level.step,
    totals: [],
    sort,
    offset: 20,
    limit: 10,
    rawTotals: {},
    ranks: level.ranks,
    isNamed: false,
  };

  return groupQuery(group, data.runtime.dialect).compile(data.runtime.db);
};

const described = (column: string, kind: 'number' | 'date') => (data: TableQuery) =>
  statisticsQuery(sourceOf(data, column), kind, data.runtime.dialect).compile();

describe('the statement of summaries', () => {
  it('counts the values of a facet', () =>
    expectStatements({ filters: { orders: { number: 'A-1' } } }, facet, {
      postgres: [
        `select facet, value, n, kinds
        from (
          select facet, value, n, row_number() over (partition by facet order by n desc, value) as place, count(*) over (partition by facet) as kinds
          from (
            select 0 as facet, cast("counts"."value" as text) as value, n
            from (
              select "counted"."c0" as "value", count(*) as "n"
              from (
                select "orders"."number" as "c0"
                from "orders"
                where "orders"."number" = ?
              ) as "counted"
              group by 1
            ) as "counts"
          ) as facets
        ) as ranked
        where place <= 100
        order by facet, place`,
        'A-1',
      ],
      mysql: [
        `select facet, value, n, kinds
        from (
          select facet, value, n, row_number() over (partition by facet order by n desc, value) as place, count(*) over (partition by facet) as kinds
          from (
            select 0 as facet, cast("counts"."value" as char) as value, n
            from (
              select "counted"."c0" as "value", count(*) as "n"
              from (
                select "orders"."number" as "c0"
                from "orders"
                where "orders"."number" = ?
              ) as "counted"
              group by 1
            ) as "counts"
          ) as facets
        ) as ranked
        where place <= 100
        order by facet, place`,
        'A-1',
      ],
      sqlite: [
        `select facet, value, n, kinds
        from (
          select facet, value, n, row_number() over (partition by facet order by n desc, value) as place, count(*) over (partition by facet) as kinds
          from (
            select 0 as facet, case typeof("counts"."value") when 'real' then "counts"."value" when 'blob' then lower(hex("counts"."value")) else cast("counts"."value" as text) end as value, n
            from (
              select "counted"."c0" as "value", count(*) as "n"
              from (
                select "orders"."number" as "c0"
                from "orders"
                where "orders"."number" = ?
              ) as "counted"
              group by 1
            ) as "counts"
          ) as facets
        ) as ranked
        where place <= 100
        order by facet, place`,
        'A-1',
      ],
    }));

  it('groups by a value', () =>
    expectStatements({ filters: { orders: { number: 'A-1' } } }, groupedBy('customer', null), {
      postgres: [
        `select cast("counts"."value" as text) as value, n as count, count(*) over () as kinds, sum(n) over () as whole
        from (
          select "counted"."c0" as "value", count(*) as "n"
          from (
            select "customers"."name" as "c0"
            from "orders"
            left join "customers" on "customers"."id" = "orders"."customer_id"
            where "orders"."number" = ?
          ) as "counted"
          group by 1
        ) as "counts"
        order by "counts"."n" desc nulls last, "counts"."value" asc
        limit 10 offset 20`,
        'A-1',
      ],
      mysql: [
        `select cast("counts"."value" as char) as value, n as count, count(*) over () as kinds, sum(n) over () as whole
        from (
          select "counted"."c0" as "value", count(*) as "n"
          from (
            select "customers"."name" as "c0"
            from "orders"
            left join "customers" on "customers"."id" = "orders"."customer_id"
            where "orders"."number" = ?
          ) as "counted"
          group by 1
        ) as "counts"
        order by "counts"."n" desc, "counts"."value" is null, "counts"."value" asc
        limit 10 offset 20`,
        'A-1',
      ],
      sqlite: [
        `select case typeof("counts"."value") when 'real' then "counts"."value" when 'blob' then lower(hex("counts"."value")) else cast("counts"."value" as text) end as value, n as count, count(*) over () as kinds, sum(n) over () as whole
        from (
          select "counted"."c0" as "value", count(*) as "n"
          from (
            select "customers"."name" as "c0"
            from "orders"
            left join "customers" on "customers"."id" = "orders"."customer_id"
            where "orders"."number" = ?
          ) as "counted"
          group by 1
        ) as "counts"
        order by "counts"."n" desc, "counts"."value" asc nulls last
        limit 10 offset 20`,
        'A-1',
      ],
    }));

  it('groups by months, in the time zone of the request', () =>
    expectStatements({ meta: { length: 10 } }, groupedBy('placed_at', 'month'), {
      postgres: [
        `select to_char("counts"."value", 'YYYY-MM-DD') as value, n as count, count(*) over () as kinds, sum(n) over () as whole
        from (
          select date_trunc('month', case when "counted"."c0" >= '0001-01-01' and "counted"."c0" < '10000-01-01' then "counted"."c0" end at time zone 'Etc/GMT-3') as "value", count(*) as "n"
          from (
            select "orders"."placed_at" as "c0"
            from "orders"
          ) as "counted"
          group by 1
        ) as "counts"
        order by "counts"."n" desc nulls last, "counts"."value" asc
        limit 10 offset 20`,
      ],
      mysql: [
        `select date_format("counts"."value", '%Y-%m-%d') as value, n as count, count(*) over () as kinds, sum(n) over () as whole
        from (
          select date((case when date("counted"."c0") + interval 0 day = date("counted"."c0") then "counted"."c0" end + interval (10800) second)) - interval dayofmonth((case when date("counted"."c0") + interval 0 day = date("counted"."c0") then "counted"."c0" end + interval (10800) second)) - 1 day as "value", count(*) as "n"
          from (
            select "orders"."placed_at" as "c0"
            from "orders"
          ) as "counted"
          group by 1
        ) as "counts"
        order by "counts"."n" desc, "counts"."value" is null, "counts"."value" asc
        limit 10 offset 20`,
      ],
      sqlite: [
        `select "counts"."value" as value, n as count, count(*) over () as kinds, sum(n) over () as whole
        from (
          select date(case when date(substr("counted"."c0", 1, 10)) = substr("counted"."c0", 1, 10) then "counted"."c0" end, (10800) || ' seconds', 'start of month') as "value", count(*) as "n"
          from (
            select "orders"."placed_at" as "c0"
            from "orders"
          ) as "counted"
          group by 1
        ) as "counts"
        order by "counts"."n" desc, "counts"."value" asc nulls last
        limit 10 offset 20`,
      ],
    }));

  it('describes a number', () =>
    expectStatements({}, described('total', 'number'), {
      postgres: [
        `select count(*) as "count", count(nullif(cast("counted"."c0" as text), '')) as "filled", count(distinct nullif(cast("counted"."c0" as text), '')) as "kinds", cast(min("counted"."c0") as text) as "least", cast(max("counted"."c0") as text) as "most"
        from (
          select "orders"."total" as "c0"
          from "orders"
        ) as "counted"`,
      ],
      mysql: [
        `select count(*) as "count", count(nullif(concat("counted"."c0"), '')) as "filled", count(distinct nullif(concat("counted"."c0"), '')) as "kinds", cast(min("counted"."c0") as char) as "least", cast(max("counted"."c0") as char) as "most"
        from (
          select "orders"."total" as "c0"
          from "orders"
        ) as "counted"`,
      ],
      sqlite: [
        `select count(*) as "count", count("counted"."c0") as "filled", count(distinct "counted"."c0") as "kinds", case typeof(min("counted"."c0")) when 'real' then min("counted"."c0") when 'blob' then lower(hex(min("counted"."c0"))) else cast(min("counted"."c0") as text) end as "least", case typeof(max("counted"."c0")) when 'real' then max("counted"."c0") when 'blob' then lower(hex(max("counted"."c0"))) else cast(max("counted"."c0") as text) end as "most"
        from (
          select "orders"."total" as "c0"
          from "orders"
        ) as "counted"`,
      ],
    }));

  it('describes a date', () =>
    expectStatements({}, described('placed_at', 'date'), {
      postgres: [
        `select count(*) as "count", count("counted"."c0") as "filled", count(distinct "counted"."c0") as "kinds", min("counted"."c0") as "least", max("counted"."c0") as "most"
        from (
          select "orders"."placed_at" as "c0"
          from "orders"
        ) as "counted"`,
      ],
      mysql: [
        `select count(*) as "count", count("counted"."c0") as "filled", count(distinct "counted"."c0") as "kinds", min("counted"."c0") as "least", max("counted"."c0") as "most"
        from (
          select "orders"."placed_at" as "c0"
          from "orders"
        ) as "counted"`,
      ],
      sqlite: [
        `select count(*) as "count", count("counted"."c0") as "filled", count(distinct "counted"."c0") as "kinds", min(case when date(substr("counted"."c0", 1, 10)) = substr("counted"."c0", 1, 10) then strftime('%Y-%m-%d %H:%M:%f', "counted"."c0") end) as "least", max(case when date(substr("counted"."c0", 1, 10)) = substr("counted"."c0", 1, 10) then strftime('%Y-%m-%d %H:%M:%f', "counted"."c0") end) as "most"
        from (
          select "orders"."placed_at" as "c0"
          from "orders"
        ) as "counted"`,
      ],
    }));
});
