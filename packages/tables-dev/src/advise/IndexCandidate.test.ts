import { expect, it } from 'vitest';
import { covers, type IndexCandidate, indexName, withoutCovered } from './IndexCandidate.ts';

/** `placed_at desc`, as PostgreSQL orders it: nulls are the largest. */
const order = (...terms: string[]): IndexCandidate => ({
  table: 'orders',
  kind: 'order',
  keys: terms.map((term) => {
    const [column = '', direction, ...nulls] = term.split(' ');
    const descending = direction === 'desc';

    return { column, descending, nullsFirst: descending !== nulls.includes('moved') };
  }),
});
const text = (column: string): IndexCandidate => ({ ...order(column), kind: 'text' });

it.each([
  [order('a', 'b'), order('a'), true],
  [order('a', 'b'), order('a', 'b'), true],
  [order('a'), order('a', 'b'), false],
  [order('b', 'a'), order('a'), false],
  // Read from its other end.
  [order('a', 'b'), order('a desc', 'b desc'), true],
  [order('a desc', 'b'), order('a', 'b desc'), true],
  [order('a', 'b'), order('a', 'b desc'), false],
  [order('a', 'b'), order('a desc moved', 'b desc'), false],
  [order('a'), text('a'), false],
  [text('a'), text('a'), true],
  [{ ...order('a'), table: 'other' }, order('a'), false],
])('compares %j with %j: %s', (index, candidate, expected) => {
  expect(covers(index, candidate)).toBe(expected);
});

it('keeps the first of equal candidates, and the longer of two with the same prefix', () => {
  const wanted = [order('a'), order('a', 'id'), order('a desc', 'id desc'), text('a')];
  expect(
    withoutCovered(wanted.map((candidate) => ({ candidate }))).map(({ candidate }) => candidate),
  ).toEqual([wanted[1], wanted[3]]);
});

it('names the columns, without the schema, within the length that PostgreSQL keeps', () => {
  const free = () => false;
  expect(indexName(order('status', 'placed_at desc', 'id'), free)).toBe(
    'orders_status_placed_at_desc_id_idx',
  );
  expect(indexName({ ...order('id'), table: 'clinic.visits' }, free)).toBe('visits_id_idx');
  expect(indexName(text('number'), free)).toBe('orders_number_trgm');
  expect(indexName(order('x'.repeat(80)), free)).toHaveLength(63);
  const taken = ['orders_id_idx', 'orders_id_idx1', indexName(order('x'.repeat(80)), free)];
  const isTaken = (name: string) => taken.includes(name);
  expect(indexName(order('id'), isTaken)).toBe('orders_id_idx2');
  expect(indexName(order('x'.repeat(80)), isTaken)).toMatch(/^.{58}_idx1$/);
});
