import { describe, it } from 'vitest';
import { expectConditions } from './statements.fixture.ts';

describe('conditions', () => {
  it('compare a value', () =>
    expectConditions('"orders"', { filters: { orders: { number: 'A-1' } } }, [
      `"orders"."number" = ?`,
      'A-1',
    ]));

  it('compare several values', () =>
    expectConditions('"orders"', { filters: { orders: { number: ['A-1', 'B-2'] } } }, [
      `"orders"."number" in (?, ?)`,
      'A-1',
      'B-2',
    ]));

  it('find what is true', () =>
    expectConditions(
      '"orders"',
      { filters: { orders: { paid: true } } },
      {
        postgres: [`"orders"."paid" = ?`, true],
        mysql: [`"orders"."paid" <> 0`],
        sqlite: [
          `case typeof("orders"."paid") when 'text' then lower("orders"."paid") not in ('', '0', 'f', 'false', 'n', 'no', 'off') else "orders"."paid" <> 0 end`,
        ],
      },
    ));

  it('find what is false', () =>
    expectConditions(
      '"orders"',
      { filters: { orders: { paid: false } } },
      {
        postgres: [`"orders"."paid" = ?`, false],
        mysql: [`"orders"."paid" = 0`],
        sqlite: [
          `case typeof("orders"."paid") when 'text' then lower("orders"."paid") in ('', '0', 'f', 'false', 'n', 'no', 'off') else "orders"."paid" = 0 end`,
        ],
      },
    ));

  it('compare both bounds of a decimal', () =>
    expectConditions(
      '"orders"',
      { intervals: { orders: { total: { min: '1.50', max: '3' } } } },
      {
        postgres: [`("orders"."total" >= ? and "orders"."total" <= ?)`, '1.50', '3'],
        mysql: [
          `("orders"."total" >= cast(? as decimal(65, 2)) and "orders"."total" <= cast(? as decimal(65, 0)))`,
          '1.50',
          '3',
        ],
        sqlite: [`("orders"."total" >= ? and "orders"."total" <= ?)`, 1.5, 3],
      },
    ));

  it('compare an instant with days in the time zone of the request', () =>
    expectConditions(
      '"orders"',
      { intervals: { orders: { placed_at: { min: '2026-03-28', max: '2026-03-29' } } } },
      {
        postgres: [
          `("orders"."placed_at" >= ? and "orders"."placed_at" < ?)`,
          '2026-03-27T21:00:00.000Z',
          '2026-03-29T21:00:00.000Z',
        ],
        mysql: [
          `("orders"."placed_at" >= ? and "orders"."placed_at" < ?)`,
          '2026-03-27 21:00:00.000',
          '2026-03-29 21:00:00.000',
        ],
        sqlite: [
          `(case when date(substr("orders"."placed_at", 1, 10)) = substr("orders"."placed_at", 1, 10) then strftime('%Y-%m-%d %H:%M:%f', "orders"."placed_at") end >= ? and case when date(substr("orders"."placed_at", 1, 10)) = substr("orders"."placed_at", 1, 10) then strftime('%Y-%m-%d %H:%M:%f', "orders"."placed_at") end < ?)`,
          '2026-03-27 21:00:00.000',
          '2026-03-29 21:00:00.000',
        ],
      },
    ));

  it('compare a date with a first day', () =>
    expectConditions(
      '"orders"',
      { intervals: { orders: { due_on: { min: '2026-03-28' } } } },
      {
        postgres: [`"orders"."due_on" >= ?`, '2026-03-28'],
        mysql: [`"orders"."due_on" >= ?`, '2026-03-28'],
        sqlite: [
          `case when date(substr("orders"."due_on", 1, 10)) = substr("orders"."due_on", 1, 10) then date("orders"."due_on") end >= ?`,
          '2026-03-28',
        ],
      },
    ));

  it('find another value, or none', () =>
    expectConditions('"orders"', { where: { data: 'orders.number', operator: 'isNot', value: 'A-1' } }, [
      `("orders"."number" is null or not "orders"."number" = ?)`,
      'A-1',
    ]));

  it('find none of several values', () =>
    expectConditions(
      '"orders"',
      { where: { data: 'orders.number', operator: 'noneOf', value: ['A-1', 'B-2'] } },
      [`("orders"."number" is null or not "orders"."number" in (?, ?))`, 'A-1', 'B-2'],
    ));

  it('find a part of texts', () =>
    expectConditions(
      '"orders"',
      { where: { data: 'orders.number', operator: 'contains', value: 'A_1' } },
      {
        postgres: [`"orders"."number" like ?`, '%A\\_1%'],
        mysql: [`"orders"."number" like ? escape '!'`, '%A!_1%'],
        sqlite: [`"orders"."number" like ? escape '!'`, '%A!_1%'],
      },
    ));

  it('find texts without a part', () =>
    expectConditions(
      '"orders"',
      { where: { data: 'orders.number', operator: 'doesNotContain', value: 'A' } },
      {
        postgres: [`("orders"."number" is null or not "orders"."number" like ?)`, '%A%'],
        mysql: [`("orders"."number" is null or not "orders"."number" like ? escape '!')`, '%A%'],
        sqlite: [`("orders"."number" is null or not "orders"."number" like ? escape '!')`, '%A%'],
      },
    ));

  it('find empty values', () =>
    expectConditions('"orders"', { where: { data: 'orders.number', operator: 'isEmpty' } }, [
      `("orders"."number" is null or "orders"."number" = '')`,
    ]));

  it('find values of a number', () =>
    expectConditions('"orders"', { where: { data: 'orders.weight', operator: 'isNotEmpty' } }, [
      `not "orders"."weight" is null`,
    ]));

  it('combine less and at least', () =>
    expectConditions(
      '"orders"',
      {
        where: {
          all: [
            { data: 'orders.total', operator: 'lessThan', value: '10' },
            { data: 'orders.weight', operator: 'atLeast', value: '0.5' },
          ],
        },
      },
      {
        postgres: [`"orders"."total" < ? and "orders"."weight" >= ?`, '10', '0.5'],
        mysql: [
          `"orders"."total" < cast(? as decimal(65, 0)) and "orders"."weight" >= cast(? as decimal(65, 1))`,
          '10',
          '0.5',
        ],
        sqlite: [`"orders"."total" < ? and "orders"."weight" >= ?`, 10, 0.5],
      },
    ));

  it('choose between more and at most', () =>
    expectConditions(
      '"orders"',
      {
        where: {
          any: [
            { data: 'orders.total', operator: 'moreThan', value: '10' },
            { data: 'orders.weight', operator: 'atMost', value: '0.5' },
          ],
        },
      },
      {
        postgres: [`("orders"."total" > ? or "orders"."weight" <= ?)`, '10', '0.5'],
        mysql: [
          `("orders"."total" > cast(? as decimal(65, 0)) or "orders"."weight" <= cast(? as decimal(65, 1)))`,
          '10',
          '0.5',
        ],
        sqlite: [`("orders"."total" > ? or "orders"."weight" <= ?)`, 10, 0.5],
      },
    ));

  it('negate each condition of a group', () =>
    expectConditions(
      '"orders"',
      {
        where: {
          not: {
            any: [
              { data: 'orders.number', operator: 'is', value: 'A-1' },
              { data: 'orders.paid', operator: 'is', value: true },
            ],
          },
        },
      },
      {
        postgres: [
          `("orders"."number" is null or not "orders"."number" = ?) and ("orders"."paid" is null or not "orders"."paid" = ?)`,
          'A-1',
          true,
        ],
        mysql: [
          `("orders"."number" is null or not "orders"."number" = ?) and ("orders"."paid" is null or not "orders"."paid" <> 0)`,
          'A-1',
        ],
        sqlite: [
          `("orders"."number" is null or not "orders"."number" = ?) and ("orders"."paid" is null or not case typeof("orders"."paid") when 'text' then lower("orders"."paid") not in ('', '0', 'f', 'false', 'n', 'no', 'off') else "orders"."paid" <> 0 end)`,
          'A-1',
        ],
      },
    ));

  it('compare a date with days', () =>
    expectConditions(
      '"orders"',
      {
        where: {
          any: [
            { data: 'orders.due_on', operator: 'before', value: '2026-03-28' },
            { data: 'orders.due_on', operator: 'onOrAfter', value: '2026-04-01' },
            { data: 'orders.due_on', operator: 'is', value: '2026-03-30' },
          ],
        },
      },
      {
        postgres: [
          `("orders"."due_on" < ? or "orders"."due_on" >= ? or ("orders"."due_on" >= ? and "orders"."due_on" <= ?))`,
          '2026-03-28',
          '2026-04-01',
          '2026-03-30',
          '2026-03-30',
        ],
        mysql: [
          `("orders"."due_on" < ? or "orders"."due_on" >= ? or ("orders"."due_on" >= ? and "orders"."due_on" <= ?))`,
          '2026-03-28',
          '2026-04-01',
          '2026-03-30',
          '2026-03-30',
        ],
        sqlite: [
          `(case when date(substr("orders"."due_on", 1, 10)) = substr("orders"."due_on", 1, 10) then date("orders"."due_on") end < ? or case when date(substr("orders"."due_on", 1, 10)) = substr("orders"."due_on", 1, 10) then date("orders"."due_on") end >= ? or (case when date(substr("orders"."due_on", 1, 10)) = substr("orders"."due_on", 1, 10) then date("orders"."due_on") end >= ? and case when date(substr("orders"."due_on", 1, 10)) = substr("orders"."due_on", 1, 10) then date("orders"."due_on") end <= ?))`,
          '2026-03-28',
          '2026-04-01',
          '2026-03-30',
          '2026-03-30',
        ],
      },
    ));

  it('compare an instant with today', () =>
    expectConditions(
      '"orders"',
      { where: { data: 'orders.placed_at', operator: 'onOrBefore', value: 'today' } },
      {
        postgres: [`"orders"."placed_at" < ?`, '2026-07-15T21:00:00.000Z'],
        mysql: [`"orders"."placed_at" < ?`, '2026-07-15 21:00:00.000'],
        sqlite: [
          `case when date(substr("orders"."placed_at", 1, 10)) = substr("orders"."placed_at", 1, 10) then strftime('%Y-%m-%d %H:%M:%f', "orders"."placed_at") end < ?`,
          '2026-07-15 21:00:00.000',
        ],
      },
    ));
});
