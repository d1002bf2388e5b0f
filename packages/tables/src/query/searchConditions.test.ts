import { describe, it } from 'vitest';
import { expectConditions } from './statements.fixture.ts';

const rows = '"orders" left join "customers" on "customers"."id" = "orders"."customer_id"';

describe('a search', () => {
  it('finds each word of a search in any column', () =>
    expectConditions(
      rows,
      { meta: { search: 'ab c%' } },
      {
        postgres: [
          `("orders"."number" like ? or "customers"."name" like ?) and ("orders"."number" like ? or "customers"."name" like ?)`,
          '%ab%',
          '%ab%',
          '%c\\%%',
          '%c\\%%',
        ],
        mysql: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!') and ("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          '%ab%',
          '%ab%',
          '%c!%%',
          '%c!%%',
        ],
        sqlite: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!') and ("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          '%ab%',
          '%ab%',
          '%c!%%',
          '%c!%%',
        ],
      },
    ));

  it('finds the start of texts', () =>
    expectConditions(
      rows,
      { meta: { search: 'abc', searchMode: 'startsWith' } },
      {
        postgres: [`("orders"."number" like ? or "customers"."name" like ?)`, 'abc%', 'abc%'],
        mysql: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          'abc%',
          'abc%',
        ],
        sqlite: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          'abc%',
          'abc%',
        ],
      },
    ));

  it('finds the end of texts', () =>
    expectConditions(
      rows,
      { meta: { search: 'abc', searchMode: 'endsWith' } },
      {
        postgres: [`("orders"."number" like ? or "customers"."name" like ?)`, '%abc', '%abc'],
        mysql: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          '%abc',
          '%abc',
        ],
        sqlite: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          '%abc',
          '%abc',
        ],
      },
    ));

  it('finds whole texts', () =>
    expectConditions(
      rows,
      { meta: { search: 'abc', searchMode: 'exactMatch' } },
      {
        postgres: [`("orders"."number" like ? or "customers"."name" like ?)`, 'abc', 'abc'],
        mysql: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          'abc',
          'abc',
        ],
        sqlite: [
          `("orders"."number" like ? escape '!' or "customers"."name" like ? escape '!')`,
          'abc',
          'abc',
        ],
      },
    ));
});
