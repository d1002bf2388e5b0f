export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/. */
  readonly worker: string;
  /** Which of the worker's ways. */
  readonly mode: string;
  /** Whether it also runs over the many rows: one statement a row would take minutes. */
  readonly many: boolean;
}

export const contenders: readonly Contender[] = [
  {
    name: 'rowhouse',
    description:
      '`tables.runAction` with a `row` function that only counts; all rows listed first, chunks of 1,000',
    worker: 'rowhouse',
    mode: 'row',
    many: true,
  },
  {
    name: 'rowhouse, rows',
    description: 'the same with a `rows` function',
    worker: 'rowhouse',
    mode: 'rows',
    many: true,
  },
  {
    name: 'rowhouse, writing',
    description: 'a `row` function that updates its order, each in a savepoint',
    worker: 'rowhouse',
    mode: 'write',
    many: false,
  },
  {
    name: 'chunks',
    description:
      'written by hand: 1,000 rows at a time, each chunk after the key of the last; no list, no guarantee',
    worker: 'chunks',
    mode: 'read',
    many: true,
  },
  {
    name: 'chunks, writing',
    description: 'the same with one UPDATE a row, each chunk in one transaction; no savepoints',
    worker: 'chunks',
    mode: 'write',
    many: false,
  },
  {
    name: 'floor',
    description: 'the same rows through one cursor, counted',
    worker: 'floor',
    mode: 'read',
    many: true,
  },
];
