export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/. */
  readonly worker: string;
  /** Which of the worker's ways. */
  readonly mode: string;
  /** Whether it writes, so that the database is compared after the run. */
  readonly writes: boolean;
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
    writes: false,
    many: true,
  },
  {
    name: 'rowhouse, rows',
    description: 'the same with a `rows` function',
    worker: 'rowhouse',
    mode: 'rows',
    writes: false,
    many: true,
  },
  {
    name: 'rowhouse, writing',
    description: 'a `row` function that updates its order, each in a savepoint',
    worker: 'rowhouse',
    mode: 'write',
    writes: true,
    many: false,
  },
  {
    name: 'rowhouse, rows writing',
    description: 'a `rows` function that updates the orders of its chunk by one statement',
    worker: 'rowhouse',
    mode: 'writeRows',
    writes: true,
    many: true,
  },
  {
    name: 'rowhouse, update',
    description: 'a declared `update: { set: { items: … } }`',
    worker: 'rowhouse',
    mode: 'update',
    writes: true,
    many: true,
  },
  {
    name: 'chunks',
    description:
      'written by hand: 1,000 rows at a time, each chunk after the key of the last; no list, no guarantee',
    worker: 'chunks',
    mode: 'read',
    writes: false,
    many: true,
  },
  {
    name: 'chunks, writing',
    description: 'the same with one UPDATE a row, each chunk in one transaction; no savepoints',
    worker: 'chunks',
    mode: 'write',
    writes: true,
    many: false,
  },
  {
    name: 'chunks, one UPDATE',
    description:
      'written by hand: the keys of 1,000 rows, read after the last, and one UPDATE of them, each chunk in one transaction',
    worker: 'chunks',
    mode: 'update',
    writes: true,
    many: true,
  },
  {
    name: 'one UPDATE',
    description: 'one plain UPDATE of all the rows in one transaction: no list, no progress, all or nothing',
    worker: 'plainUpdate',
    mode: 'update',
    writes: true,
    many: true,
  },
  {
    name: 'floor',
    description: 'the same rows through one cursor, counted',
    worker: 'floor',
    mode: 'read',
    writes: false,
    many: true,
  },
];
