/** The moment that relative dates refer to; the orders end at 2026-06-30. */
export const now = new Date('2026-06-15T10:00:00Z');
export const timeZone = 'Europe/Berlin';

export interface Case {
  readonly title: string;
  /** As in a request. */
  readonly where: object;
  /** The same by hand, of the table `orders o`, and `customers c` where it is named. */
  readonly sql: string;
}

/** A day of the user's calendar as a moment. */
const day = (text: string) => `(timestamp '${text}' at time zone '${timeZone}')`;
const condition = (column: string, operator: string, value?: unknown) => ({
  ...{ data: column.includes('.') ? column : `orders.${column}`, operator },
  ...(value !== undefined && { value }),
});

export const cases: readonly Case[] = [
  {
    title: 'an AND of ORs',
    where: {
      all: [
        { any: [condition('status', 'is', '4'), condition('total', 'atLeast', 500)] },
        { any: [condition('paid', 'is', false), condition('currency', 'anyOf', ['USD', 'GBP'])] },
      ],
    },
    sql: "(o.status = 4 or o.total >= 500) and (o.paid = false or o.currency in ('USD', 'GBP'))",
  },
  {
    title: 'NOT of an OR',
    where: {
      not: { any: [condition('status', 'is', '4'), condition('items', 'between', { min: 2, max: 4 })] },
    },
    sql: 'not (o.status = 4 or o.items between 2 and 4)',
  },
  {
    title: 'is empty, is not empty',
    where: {
      any: [
        condition('note', 'isNotEmpty'),
        { all: [condition('paid', 'isEmpty'), condition('priority', 'isEmpty')] },
      ],
    },
    sql: "(o.note is not null and o.note <> '') or (o.paid is null and o.priority is null)",
  },
  {
    title: 'is not, of a column with empty values',
    where: condition('priority', 'isNot', 3),
    sql: 'o.priority is distinct from 3',
  },
  {
    title: 'a relative date: last 30 days',
    where: condition('placed_at', 'is', 'last 30 days'),
    sql: `o.placed_at >= ${day('2026-05-17')} and o.placed_at < ${day('2026-06-16')}`,
  },
  {
    title: 'relative dates: previous quarter, or older than 4 years',
    where: {
      any: [
        condition('placed_at', 'is', 'previous quarter'),
        condition('placed_at', 'is', 'older than 4 years'),
      ],
    },
    sql: `(o.placed_at >= ${day('2026-01-01')} and o.placed_at < ${day('2026-04-01')}) or o.placed_at < ${day('2022-06-15')}`,
  },
  {
    title: 'texts: contains, starts with',
    where: {
      any: [condition('note', 'contains', 'invoice'), condition('number', 'startsWith', 'R-2024-00')],
    },
    sql: "o.note like '%invoice%' or o.number like 'R-2024-00%'",
  },
  {
    title: 'a text that does not contain, and a column of another table',
    where: {
      all: [
        condition('note', 'doesNotContain', 'invoice'),
        condition('customers.country_code', 'noneOf', ['DE', 'FR']),
        condition('status', 'anyOf', ['1', '2']),
      ],
    },
    sql: `(o.note is null or o.note not like '%invoice%') and (c.country_code is null or c.country_code not in ('DE', 'FR'))
      and o.status in (1, 2)`,
  },
];
