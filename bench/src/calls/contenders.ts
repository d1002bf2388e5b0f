export interface Contender {
  readonly name: string;
  readonly description: string;
  /** What its process does. */
  readonly kind: string;
  /** Whether its records go into PostgreSQL. */
  readonly isLogged: boolean;
  /** Whether it is measured when the same load has filled its log. */
  readonly isLasting?: boolean;
  /** Whether its log has room for all calls. */
  readonly keepsAll?: boolean;
  /** Whether each call reads a page of a table. */
  readonly reads?: boolean;
}

/** The first one is the floor. */
export const outboundContenders: readonly Contender[] = [
  {
    name: 'undici',
    kind: 'undici',
    isLogged: false,
    description: 'bare `undici.request`, the JSON of its answer read',
  },
  { name: 'fetch', kind: 'fetch', isLogged: false, description: 'the same by undici’s `fetch`' },
  {
    name: 'Action',
    kind: 'action',
    isLogged: false,
    description: '`new Action(endpoint, client).handle()`, its JSON read; no log',
  },
  {
    name: 'Action, logged',
    kind: 'logged',
    isLogged: true,
    keepsAll: true,
    description:
      'the same with `createCallLog`, which writes to PostgreSQL by a thread of its own, and a large buffer',
  },
  {
    name: 'Action, logged, at its limit',
    kind: 'logged',
    isLogged: true,
    isLasting: true,
    description: 'the same with the defaults, when the load has lasted until the buffer is full',
  },
];

/** The first one is the floor. */
export const inboundContenders: readonly Contender[] = [
  {
    name: 'Fastify',
    kind: 'bare',
    isLogged: false,
    description: 'a route that takes an order as JSON and answers a shipment; nothing is logged',
  },
  {
    name: 'Fastify again',
    kind: 'bare',
    isLogged: false,
    description: 'the same program once more: what is measured of nothing',
  },
  {
    name: 'Fastify’s own logger',
    kind: 'pino',
    isLogged: false,
    description: 'the same with `logger` to a file: two lines for each request, without headers and bodies',
  },
  {
    name: 'apiActionLogger',
    kind: 'logged',
    isLogged: true,
    keepsAll: true,
    description:
      'the same with the plugin, whose log writes headers and bodies both ways, masked, to PostgreSQL by a thread of its own, and a large buffer',
  },
  {
    name: 'apiActionLogger, at its limit',
    kind: 'logged',
    isLogged: true,
    isLasting: true,
    description: 'the same with the defaults, when the load has lasted until the buffer is full',
  },
];

/** The same for a route that does the least that routes do. */
export const readingContenders: readonly Contender[] = [
  {
    name: 'Fastify',
    kind: 'bare',
    isLogged: false,
    reads: true,
    description:
      'the same route, which reads 25 of 10,000 rows and counts some, by a pool of pg; nothing is logged',
  },
  {
    name: 'apiActionLogger',
    kind: 'logged',
    isLogged: true,
    reads: true,
    description: 'the same with the plugin on PostgreSQL, and the defaults',
  },
];
