import { describe, it } from 'vitest';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { pageQuery } from './pageQuery.ts';
import { expectStatements } from './statements.fixture.ts';

const page = (data: TableQuery) =>
  pageQuery(
    data.query,
    {
      conditions: conditionsOf(data),
      branches: branchesOf(data),
      order: data.plan.order,
      offset: data.plan.start,
      limit: data.plan.length,
      anchor: null,
    },
    data.resolve,
    data.runtime.dialect,
  ).builder.compile();

describe('a page', () => {
  it('reads the first rows in the order of their identifiers', () =>
    expectStatements({ meta: { length: 25 } }, page, [
      `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        order by "orders"."id" asc
        limit 25`,
    ]));

  it('finds the identifiers first, in an order without an index', () =>
    expectStatements({ meta: { length: 25 }, columns: [{ name: 'total', meta: { sort: 'DESC' } }] }, page, [
      `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            order by "orders"."total" desc, "orders"."id" desc
            limit 25
          ) as "page"
        )
        order by "orders"."total" desc, "orders"."id" desc`,
    ]));

  it('joins a table that it is sorted by', () =>
    expectStatements({ meta: { length: 25 }, columns: [{ name: 'customer', meta: { sort: 'ASC' } }] }, page, [
      `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            left join "customers" on "customers"."id" = "orders"."customer_id"
            order by "customers"."name" asc, "orders"."id" asc
            limit 25
          ) as "page"
        )
        order by "customers"."name" asc, "orders"."id" asc`,
    ]));

  it('sorts empty values last', () =>
    expectStatements(
      { meta: { length: 25 }, columns: [{ name: 'placed_at', meta: { sort: 'ASC' } }] },
      page,
      {
        postgres: [
          `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            order by "orders"."placed_at" asc, "orders"."id" asc
            limit 25
          ) as "page"
        )
        order by "orders"."placed_at" asc, "orders"."id" asc`,
        ],
        mysql: [
          `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            order by "orders"."placed_at" is null, "orders"."placed_at" asc, "orders"."id" asc
            limit 25
          ) as "page"
        )
        order by "orders"."placed_at" is null, "orders"."placed_at" asc, "orders"."id" asc`,
        ],
        sqlite: [
          `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            order by "orders"."placed_at" asc nulls last, "orders"."id" asc
            limit 25
          ) as "page"
        )
        order by "orders"."placed_at" asc nulls last, "orders"."id" asc`,
        ],
      },
    ));

  it('sorts by several columns, and then as the last of them', () =>
    expectStatements(
      {
        meta: { length: 25 },
        columns: [
          { name: 'number', meta: { sort: 'ASC' } },
          { name: 'total', meta: { sort: 'DESC' } },
        ],
      },
      page,
      [
        `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            order by "orders"."number" asc, "orders"."total" desc, "orders"."id" desc
            limit 25
          ) as "page"
        )
        order by "orders"."number" asc, "orders"."total" desc, "orders"."id" desc`,
      ],
    ));

  it('skips rows without the joins that only show', () =>
    expectStatements(
      {
        meta: { start: 5000, length: 25 },
        filters: { orders: { number: 'A-1' } },
        columns: [{ name: 'number', meta: { sort: 'ASC' } }],
      },
      page,
      [
        `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            where "orders"."number" = ?
            order by "orders"."number" asc, "orders"."id" asc
            limit 25 offset 5000
          ) as "page"
        )
        order by "orders"."number" asc, "orders"."id" asc`,
        'A-1',
      ],
    ));

  it('skips rows in the order of their identifiers', () =>
    expectStatements({ meta: { start: 5000, length: 25 } }, page, [
      `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (
          select "page"."dtRowId"
          from (
            select "orders"."id" as "dtRowId"
            from "orders"
            order by "orders"."id" asc
            limit 25 offset 5000
          ) as "page"
        )
        order by "orders"."id" asc`,
    ]));
});
