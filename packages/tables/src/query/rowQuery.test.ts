import { describe, it } from 'vitest';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { positionQuery, rowQuery } from './rowQuery.ts';
import { expectStatements } from './statements.fixture.ts';

const search = ({ runtime: { db, dialect } }: TableQuery) => ({ db, dialect, dtRowId: 'dtRowId', row: '17' });
const row = (data: TableQuery) => rowQuery(data.query, search(data)).compile();
const position = (data: TableQuery) =>
  positionQuery(
    data.query,
    { conditions: conditionsOf(data), order: data.plan.order, resolve: data.resolve },
    search(data),
  ).compile();

describe('the statement for a row', () => {
  it('finds a row by its identifier', () =>
    expectStatements({}, row, {
      postgres: [
        `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" = ?
        limit 10`,
        '17',
      ],
      mysql: [
        `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" = ?
        limit 10`,
        '17',
      ],
      sqlite: [
        `select "orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer", "orders"."total", "orders"."placed_at"
        from "orders"
        left join "customers" on "customers"."id" = "orders"."customer_id"
        where "orders"."id" in (?, ?)
        limit 10`,
        '17',
        17,
      ],
    }));

  it('finds the position of a row', () =>
    expectStatements(
      { filters: { orders: { number: 'A-1' } }, columns: [{ name: 'total', meta: { sort: 'DESC' } }] },
      position,
      {
        postgres: [
          `select min("page"."place") as "place"
        from (
          select "orders"."id" as "dtRowId", row_number() over (order by "orders"."total" desc, "orders"."id" desc) as "place"
          from "orders"
          where "orders"."number" = ?
        ) as "page"
        where "page"."dtRowId" = ?`,
          'A-1',
          '17',
        ],
        mysql: [
          `select min("page"."place") as "place"
        from (
          select "orders"."id" as "dtRowId", row_number() over (order by "orders"."total" desc, "orders"."id" desc) as "place"
          from "orders"
          where "orders"."number" = ?
        ) as "page"
        where "page"."dtRowId" = ?`,
          'A-1',
          '17',
        ],
        sqlite: [
          `select min("page"."place") as "place"
        from (
          select "orders"."id" as "dtRowId", row_number() over (order by "orders"."total" desc, "orders"."id" desc) as "place"
          from "orders"
          where "orders"."number" = ?
        ) as "page"
        where "page"."dtRowId" in (?, ?)`,
          'A-1',
          '17',
          17,
        ],
      },
    ));
});
