/** A server that creates and changes customers, as a process of its own. */
export interface Contender {
  readonly name: string;
  readonly description: string;
  /** The file under `servers/` that listens on a free loopback port. */
  readonly server: 'rowhouse' | 'floor';
  /** Whether each change is kept, so that it can be undone. */
  readonly keeps: boolean;
}

export const contenders: readonly Contender[] = [
  {
    name: 'rowhouse',
    description: 'a table with `records` by the package @rowhouse/tables, in a bare Fastify application',
    server: 'rowhouse',
    keeps: false,
  },
  {
    name: 'rowhouse, undo',
    description: 'the same with `changes`: each change is kept, so that its user can undo it',
    server: 'rowhouse',
    keeps: true,
  },
  {
    name: 'floor',
    description:
      'written by hand for this one table: Fastify and pg; one transaction that checks the country, compares what the ' +
      'client has seen under a lock, writes, and reads the row as the table shows it',
    server: 'floor',
    keeps: false,
  },
  {
    name: 'floor, kept',
    description: 'the same, which also inserts the values before and after as JSON',
    server: 'floor',
    keeps: true,
  },
];
