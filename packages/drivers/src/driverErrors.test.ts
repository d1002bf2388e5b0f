import { expect, it } from 'vitest';
import {
  isConflict,
  isForeignKeyFault,
  isOutOfConnections,
  isRefusedWrite,
  isUnacceptableValue,
  isUnavailable,
  isUnknownName,
  unknownColumn,
} from './driverErrors.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const sqlite = (errcode: number) => withCode('ERR_SQLITE_ERROR', { errcode });

it.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE'],
  ...['ENOTFOUND', 'EAI_AGAIN', '57P01', '57P02', '57P03', '57P05', '53300', '08000', '08006'],
  ...['PROTOCOL_CONNECTION_LOST', 'ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN'],
])('reports %s as an unavailable database, and nothing else', (code) => {
  const error = withCode(code);

  expect(isUnavailable(error)).toBe(true);
  expect(isUnavailable(new AggregateError([error, error]))).toBe(true);
  expect(isConflict(error) || isForeignKeyFault(error) || isUnacceptableValue(error)).toBe(false);
});

it.each([
  [withCode('ENOENT', { syscall: 'connect' }), true],
  [withCode('ENOENT', { syscall: 'open' }), false],
  [withCode('ENOENT'), false],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [new Error('Pool is closed.'), true],
  [new Error('anything else'), false],
  [new AggregateError([withCode('ECONNREFUSED'), withCode('23505')]), false],
  [new AggregateError([]), false],
  [withCode('23505'), false],
  [withCode('08'), false],
  ['ECONNREFUSED', false],
  [null, false],
])('classifies other failures, %s: %s', (error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
});

it.each([
  ['column orders.numbre does not exist', 'orders.numbre'],
  ['column "numbre" does not exist', 'numbre'],
  ['column "Order Nr" does not exist', 'Order Nr'],
  ["Unknown column 'orders.numbre' in 'SELECT'", 'orders.numbre'],
  ["Unknown column 'numbre' in 'where clause'", 'numbre'],
  ['no such column: orders.numbre', 'orders.numbre'],
  ['relation "ordres" does not exist', null],
  ['no such table: ordres', null],
])('finds the unknown column of: %s', (message, column) => {
  expect(unknownColumn(new Error(message))).toBe(column);
});

it.each([
  [withCode('42P01'), true],
  [withCode('42703'), true],
  [withCode('ER_NO_SUCH_TABLE'), true],
  [withCode('ER_BAD_FIELD_ERROR'), true],
  [Object.assign(sqlite(1), { message: 'no such table: ordres' }), true],
  [Object.assign(sqlite(1), { message: 'no such column: orders.numbre' }), true],
  [Object.assign(withCode('0A000'), { message: 'cached plan must not change result type' }), true],
  [withCode('0A000'), false],
  [withCode('23505'), false],
  [sqlite(1), false],
  ['42P01', false],
])('knows when a statement names what the database does not have, %s: %s', (error, expected) => {
  expect(isUnknownName(error)).toBe(expected);
});

it.each([
  [withCode('53300'), true],
  [withCode('ER_CON_COUNT_ERROR'), true],
  [withCode('ER_TOO_MANY_USER_CONNECTIONS'), true],
  [withCode('ER_USER_LIMIT_REACHED'), true],
  [Object.assign(new Error('no more connections allowed (max_client_conn)'), { code: '08P01' }), true],
  [new AggregateError([withCode('ECONNREFUSED'), withCode('53300')]), true],
  [withCode('08P01'), false],
  [withCode('ECONNREFUSED'), false],
  [new AggregateError([]), false],
  ['53300', false],
])('knows when a server has no connection left, %s: %s', (error, expected) => {
  expect(isOutOfConnections(error)).toBe(expected);
  if (expected) expect(isUnavailable(error)).toBe(true);
});

it('distinguishes conflicts, foreign keys and values, on every database', () => {
  const kinds = (error: unknown) =>
    [isUnavailable, isConflict, isForeignKeyFault, isUnacceptableValue].map((is) => is(error));

  for (const error of [
    ...['40P01', '40001', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'SQLITE_BUSY'].map(
      (code) => withCode(code),
    ),
    sqlite(5),
    sqlite(517),
  ]) {
    expect(kinds(error)).toEqual([false, true, false, false]);
  }
  for (const error of [withCode('23503'), withCode('ER_NO_REFERENCED_ROW_2'), sqlite(787)]) {
    expect(kinds(error)).toEqual([false, false, true, false]);
  }
  for (const code of ['22003', '22007', '22P02', 'ER_WRONG_VALUE', 'ER_CANT_AGGREGATE_2COLLATIONS']) {
    expect(kinds(withCode(code))).toEqual([false, false, false, true]);
  }
  for (const error of [withCode('23505'), sqlite(1), new Error(''), undefined]) {
    expect(kinds(error)).toEqual([false, false, false, false]);
  }
});

it.each([
  ...['22001', '22003', '22P02', '23502', '23503', '23505', '23514', 'ER_DATA_TOO_LONG', 'ER_DUP_ENTRY'].map(
    (code) => withCode(code),
  ),
  // A unique constraint, a foreign key, NOT NULL, and a type.
  ...[2067, 787, 1299, 20].map(sqlite),
  withCode('SQLITE_CONSTRAINT_UNIQUE'),
  Object.assign(new Error('CONSTRAINT failed'), { errno: 4025, code: undefined }),
])('reports %s as a refused value', (error) => {
  expect(isRefusedWrite(error)).toBe(true);
});

it.each([withCode('40P01'), withCode('42P01'), sqlite(5), sqlite(1), new Error('22001'), null])(
  'does not classify other failures, %s',
  (error) => {
    expect(isRefusedWrite(error)).toBe(false);
  },
);
