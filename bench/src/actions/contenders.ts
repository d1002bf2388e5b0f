export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/. */
  readonly worker: 'rowhouse' | 'byHand';
  /** Which of its modes. */
  readonly mode: string;
  /** Whether it writes, so that the database is compared after the run. */
  readonly writes?: boolean;
  /** Whether it counts the keys of the rows, by default; SQL alone does not. */
  readonly counts?: boolean;
  /** Whether it runs over the few rows only: one statement a row would take minutes. */
  readonly fewOnly?: boolean;
}

const contender =
  (worker: Contender['worker']) =>
  (name: string, mode: string, description: string, properties: Partial<Contender> = {}): Contender => ({
    ...{ worker, name, mode, description },
    ...properties,
  });
const rowhouse = contender('rowhouse');
const byHand = contender('byHand');

export const contenders: readonly Contender[] = [
  rowhouse(
    'rowhouse',
    'row',
    '`tables.runAction` with a `row` function that only counts; all rows listed first, chunks of 1,000',
  ),
  rowhouse('rowhouse writing', 'write', 'a `row` function that updates its order, each in a savepoint', {
    writes: true,
    fewOnly: true,
  }),
  rowhouse(
    'rowhouse rows writing',
    'writeRows',
    'a `rows` function that updates the orders of its chunk by one statement',
    { writes: true },
  ),
  rowhouse('rowhouse update', 'update', 'a declared `update: { set: { items: … } }`', {
    writes: true,
    counts: false,
  }),
  rowhouse(
    'rowhouse update kept',
    'keptUpdate',
    'the same with `changes`, so that it can be undone: what each row was and is, kept in the same statement',
    { writes: true, counts: false },
  ),
  byHand(
    'chunks writing',
    'chunksWriting',
    '1,000 rows at a time, each chunk after the key of the last, one UPDATE a row; no list, no savepoints, no guarantee',
    { writes: true, fewOnly: true },
  ),
  byHand(
    'chunks one UPDATE',
    'chunksUpdate',
    'the keys of 1,000 rows, read after the last, and one UPDATE of them, each chunk in one transaction',
    { writes: true },
  ),
  byHand(
    'one UPDATE',
    'oneUpdate',
    'one plain UPDATE of all the rows in one transaction: no list, no progress, all or nothing',
    { writes: true, counts: false },
  ),
  byHand('floor', 'cursor', 'the same rows through one cursor, counted'),
];
