export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/, and which of its modes. */
  readonly worker: 'rowhouse' | 'byHand';
  readonly mode: string;
  /** Whether it writes, so that the database is compared after the run. */
  readonly writes: boolean;
  /** Whether it counts the keys of the rows; SQL alone does not. */
  readonly counts?: boolean;
  /** Whether it runs over the few rows only: one statement a row would take minutes. */
  readonly fewOnly?: boolean;
}

const rowhouse = { worker: 'rowhouse', writes: false } as const;
const byHand = { worker: 'byHand', writes: false } as const;

export const contenders: readonly Contender[] = [
  {
    ...rowhouse,
    name: 'rowhouse',
    description:
      '`tables.runAction` with a `row` function that only counts; all rows listed first, chunks of 1,000',
    mode: 'row',
  },
  {
    ...rowhouse,
    name: 'rowhouse writing',
    description: 'a `row` function that updates its order, each in a savepoint',
    mode: 'write',
    writes: true,
    fewOnly: true,
  },
  {
    ...rowhouse,
    name: 'rowhouse rows writing',
    description: 'a `rows` function that updates the orders of its chunk by one statement',
    mode: 'writeRows',
    writes: true,
  },
  {
    ...rowhouse,
    name: 'rowhouse update',
    description: 'a declared `update: { set: { items: … } }`',
    mode: 'update',
    writes: true,
    counts: false,
  },
  {
    ...rowhouse,
    name: 'rowhouse update kept',
    description:
      'the same with `changes`, so that it can be undone: what each row was and is, kept in the same statement',
    mode: 'keptUpdate',
    writes: true,
    counts: false,
  },
  {
    ...byHand,
    name: 'chunks writing',
    description:
      '1,000 rows at a time, each chunk after the key of the last, one UPDATE a row; no list, no savepoints, no guarantee',
    mode: 'chunksWriting',
    writes: true,
    fewOnly: true,
  },
  {
    ...byHand,
    name: 'chunks one UPDATE',
    description:
      'the keys of 1,000 rows, read after the last, and one UPDATE of them, each chunk in one transaction',
    mode: 'chunksUpdate',
    writes: true,
  },
  {
    ...byHand,
    name: 'one UPDATE',
    description: 'one plain UPDATE of all the rows in one transaction: no list, no progress, all or nothing',
    mode: 'oneUpdate',
    writes: true,
    counts: false,
  },
  { ...byHand, name: 'floor', description: 'the same rows through one cursor, counted', mode: 'cursor' },
];
