import type { TestDialect } from '../../../test/databases.ts';

export interface Term {
  readonly column: string;
  readonly direction: 'ASC' | 'DESC';
  readonly nullLast?: boolean;
}

const from = 'orders left join customers on customers.id = orders.customer_id';

/** The whole ordered list of order ids, spelled out in SQL that shares nothing with the engine's. */
export function orderedBySql(dialect: TestDialect, terms: readonly Term[], where = '1 = 1'): string {
  const last = terms.at(-1)?.direction ?? 'ASC';
  const items = terms.flatMap(({ column, direction, nullLast }) => {
    // PostgreSQL takes null for the largest value, the others for the smallest.
    const nullsAreLast = nullLast || (dialect === 'postgres') === (direction === 'ASC');
    const nullRank = `case when ${column} is null then ${nullsAreLast ? 1 : 0} else ${nullsAreLast ? 0 : 1} end`;

    return [nullRank, `${column} ${direction}`];
  });

  return `select orders.id as id from ${from} where ${where} order by ${[...items, `orders.id ${last}`].join(', ')}`;
}

/** What a client sends to sort by columns, in this order. */
export function sortedBy(...terms: [name: string, direction: 'ASC' | 'DESC'][]) {
  return terms.map(([name, sort]) => ({ name, meta: { sort } }));
}
