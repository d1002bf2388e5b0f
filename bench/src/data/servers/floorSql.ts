import type { Query } from '../cases.ts';
import { settings } from './server.ts';

/** The cells of every contender, formatted as a table of Rowhouse formats them; of the page's rows alone. */
const cells = `id as "dtRowId", number, customer, country, status,
  to_char(total, 'FM999,999,999,990.00') as total, to_char(tax, 'FM999,999,999,990.00') as tax,
  currency, items, paid,
  to_char(placed_at at time zone 'UTC', 'DD-MM-YYYY HH24:MI:SS') as placed_at,
  to_char(delivered_on, 'DD-MM-YYYY') as delivered_on`;

const columns = `o.id, o.number, c.name as customer, c.country_code as country, o.status, o.total, o.tax,
  o.currency, o.items, o.paid, o.placed_at, o.delivered_on`;

const { byMonth } = settings;

export interface Statement {
  text: string;
  values: unknown[];
}

/** Rows by OFFSET over the join. */
export function offsetPage(query: Query): Statement {
  const { where, values } = conditions(query);
  return {
    text: `select ${cells} from (
        select ${columns} from orders o join customers c on c.id = o.customer_id ${where}
        order by ${order(query, false)} limit ${query.length} offset ${query.start}) as page`,
    values,
  };
}

/** The ids of the page first, from as little of the table as possible; then the rows of 25 ids. */
export function idsFirstPage(query: Query, count: number | null): Statement {
  const { where, values } = conditions(query);
  const fromEnd = count !== null && query.start > count / 2 && query.start < count;
  const limit = fromEnd ? Math.min(query.length, count - query.start) : query.length;
  const offset = fromEnd ? count - query.start - limit : query.start;
  const join = query.search === undefined ? '' : 'join customers c on c.id = o.customer_id';
  return {
    text: `with ids as materialized (
        select o.id${byMonth ? ', o.placed_at' : ''} from orders o ${join} ${where}
        order by ${order(query, fromEnd)} limit ${limit} offset ${offset})
      select ${cells} from (
        select ${columns}
        from ids join orders o on o.id = ids.id ${byMonth ? 'and o.placed_at = ids.placed_at' : ''} join customers c on c.id = o.customer_id
        order by ${order(query, false)}) as page`,
    values,
  };
}

/** The straightforward count. */
export function plainCount(query: Query): Statement {
  const { where, values } = conditions(query);
  const join = query.search === undefined ? '' : 'join customers c on c.id = o.customer_id';
  return { text: `select count(*) as count from orders o ${join} ${where}`, values };
}

/** A search counted by the trigram indexes: a union, because no index serves an OR across two tables. */
export function searchCount(query: Query): Statement {
  const { values } = conditions(query);
  return {
    text: `select count(*) as count from (
        select id from orders where number ilike $1
        union select o.id from orders o join customers c on c.id = o.customer_id where c.name ilike $1) as found`,
    values,
  };
}

function conditions({ search, status }: Query): { where: string; values: unknown[] } {
  if (search !== undefined) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    return { where: 'where (c.name ilike $1 or o.number ilike $1)', values: [pattern] };
  }
  if (status !== undefined) return { where: 'where o.status = $1', values: [status] };
  return { where: '', values: [] };
}

/** The sort, ended by the id in the direction of the last column; `reversed` for reading from the end. */
function order({ sort }: Query, reversed: boolean): string {
  const last = sort.at(-1)?.direction ?? 'desc';
  const terms = [...sort, { column: 'id', direction: last }];
  return terms
    .map(({ column, direction }) => `o.${column} ${(direction === 'desc') === reversed ? 'asc' : 'desc'}`)
    .join(', ');
}
