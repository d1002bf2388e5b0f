/** A server that creates and changes customers, as a process of its own. */
export interface Contender {
  readonly name: string;
  readonly description: string;
  /** The file under `servers/` that listens on a free loopback port. */
  readonly server: 'rowhouse' | 'floor';
  /** Whether each change is kept, so that it can be undone. */
  readonly keeps: boolean;
  /** Whether statements with parameters are prepared. */
  readonly prepared: boolean;
}

export const contenders: readonly Contender[] = [
  {
    name: 'rowhouse',
    description: 'a table with `records` by the package @rowhouse/tables, in a bare Fastify application',
    server: 'rowhouse',
    keeps: false,
    prepared: false,
  },
  {
    name: 'rowhouse-prepared',
    description: 'the same with `prepareRepeated` for its pool, as in the service',
    server: 'rowhouse',
    keeps: false,
    prepared: true,
  },
  {
    name: 'rowhouse-undo',
    description: 'the prepared one with `changes`: each change is kept, so that its user can undo it',
    server: 'rowhouse',
    keeps: true,
    prepared: true,
  },
  {
    name: 'floor',
    description:
      'written by hand for this one table: Fastify and pg; one transaction that checks the country, compares what the ' +
      'client has seen under a lock, writes, and reads the row as the table shows it',
    server: 'floor',
    keeps: false,
    prepared: false,
  },
  {
    name: 'floor-prepared',
    description: 'the same with a named statement for each text with parameters',
    server: 'floor',
    keeps: false,
    prepared: true,
  },
  {
    name: 'floor-kept',
    description: 'the floor, which also inserts the values before and after as JSON',
    server: 'floor',
    keeps: true,
    prepared: false,
  },
];
