import { setTimeout as wait } from 'node:timers/promises';
import type { StandbyReplicas } from '@rowhouse/tables-postgres';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import type { LevelWithSilent } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Type } from 'typebox';
import { ServiceError } from '../../base/errors.ts';
import type { Connection, Database } from '../database/Database.ts';
import { lacksConnections } from '../database/databaseErrors.ts';

const status = Type.Object({ status: Type.Literal('ok') });

/** Without names, since everyone may read it. */
const readiness = Type.Object({
  status: Type.Literal('ok'),
  replicas: Type.Optional(
    Type.Array(
      Type.Object({
        replica: Type.Integer({ description: 'Its place in DATABASE_REPLICAS, from 1.' }),
        fault: Type.Union([Type.String(), Type.Null()], {
          description:
            'Why it is not read: `unavailable`, `behind`, `primary` or `other_cluster`; null if it is read.',
        }),
        lag: Type.Union([Type.Number(), Type.Null()], { description: 'Seconds behind; null if not known.' }),
      }),
    ),
  ),
});

interface HealthOptions {
  readonly db: Kysely<Database>;
  readonly replicas: StandbyReplicas | undefined;
}

/**
 * GET /health: the process responds. GET /ready: it can also serve requests. Registered outside the scope that has the hooks
 * of modules: a hook that fails must not end the process.
 */
export async function health(app: FastifyInstance, { db, replicas }: HealthOptions): Promise<void> {
  app.get(
    '/health',
    {
      config: { name: 'core.health', access: 'public' },
      schema: { tags: ['operation'], summary: 'Whether the process responds.', response: { 200: status } },
      logLevel: quietLevel(app),
    },
    async () => ({ status: 'ok' as const }),
  );
  app.get(
    '/ready',
    {
      config: { name: 'core.ready', access: 'public' },
      schema: {
        tags: ['operation'],
        summary: 'Whether the database responds and the process is not stopping; 503 otherwise.',
        response: { 200: readiness },
      },
      logLevel: quietLevel(app),
    },
    async () => {
      if (app.draining.hasStarted) {
        throw new ServiceError('service.stopping', 'This process is stopping. Send requests to another one.');
      }
      await sql`select 1`.execute(db).catch((cause) => {
        const message = lacksConnections(cause)
          ? 'The database accepts no more connections. Try again in 5 seconds.'
          : 'The database is unavailable. Try again in 5 seconds.';
        throw new ServiceError('service.database_unavailable', message, { cause });
      });
      const states = replicas?.states().map(({ fault, lag }, index) => ({ replica: index + 1, fault, lag }));

      return { status: 'ok' as const, ...(states && { replicas: states }) };
    },
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: Draining;
  }
}

/** Removes a process from its load balancer before it stops. */
interface Draining {
  readonly hasStarted: boolean;
  /**
   * From now on /ready responds 503, and each response closes its connection, so that clients connect to another process.
   * Requests are still accepted. Resolves after `seconds`.
   */
  start(seconds: number): Promise<void>;
}

export const draining = fastifyPlugin(
  async (app) => {
    let end: Promise<void> | null = null;
    app.decorate('draining', {
      get hasStarted() {
        return end !== null;
      },
      start: (seconds) => {
        end ??= wait(seconds * 1000);

        return end;
      },
    });
    app.addHook('onSend', async (_request, reply) => {
      if (end !== null) reply.header('connection', 'close');
    });
  },
  { name: 'draining' },
);

interface MetricsOptions {
  readonly counts: Connection['counts'];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What /metrics exposes; modules register theirs in `routes`. */
    readonly metrics: Registry;
  }
}

/** GET /metrics in Prometheus format: process, requests by route name, database pool and metrics of modules. */
export const metrics = fastifyPlugin<MetricsOptions>(
  async (app: FastifyInstance, { counts }) => {
    const register = new Registry();
    collectDefaultMetrics({ register });
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [register],
    });
    new Gauge({
      name: 'database_pool_connections',
      help: 'Database connections of this process by state; waiting are requests for one.',
      labelNames: ['state'],
      registers: [register],
      collect() {
        for (const [state, count] of Object.entries(counts())) this.set({ state }, count);
      },
    });
    app.decorate('metrics', register);
    app.addHook('onResponse', async (request, reply) => {
      // Names and patterns only: otherwise each URL with an id would be a separate time series.
      const { config, url } = request.routeOptions;
      const route = request.is404 ? 'not_found' : (config.name ?? url ?? 'unknown');
      const labels = { method: request.method, route, status: `${reply.statusCode}` };
      durations.observe(labels, reply.elapsedTime / 1000);
    });
    app.get(
      '/metrics',
      {
        config: { name: 'core.metrics', access: 'public' },
        schema: { hide: true },
        logLevel: quietLevel(app),
      },
      async (request, reply) => {
        // Proxies block exactly this path; the router would accept other spellings, too.
        if (request.url.split('?')[0] !== '/metrics') return reply.callNotFound();

        return reply.type(register.contentType).send(await register.metrics());
      },
    );
    app.addHook('onClose', async () => register.clear());
  },
  { name: 'metrics', dependencies: ['guard'] },
);

/**
 * The log level of routes that machines call frequently: at least `warn`, so that their requests are not logged.
 */
export function quietLevel(app: FastifyInstance): LevelWithSilent {
  return ['trace', 'debug', 'info'].includes(app.log.level) ? 'warn' : (app.log.level as LevelWithSilent);
}
