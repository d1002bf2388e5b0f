import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection } from '../database/connect.ts';
import { quietLevel } from './quietLevel.ts';

export interface MetricsOptions {
  readonly counts: Connection['counts'];
  /** Adds what modules measure. */
  readonly add: (register: Registry) => void;
}

/** GET /metrics in the format of Prometheus: the process, requests by route name, the database pool, what modules add. */
export const metrics = fastifyPlugin<MetricsOptions>(
  async (app: FastifyInstance, { counts, add }) => {
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
    add(register);
    app.addHook('onResponse', async (request, reply) => {
      // Names and patterns only: an address with ids in it would make a series of its own each.
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
        // A proxy keeps outsiders from this spelling; the router accepts others, too.
        if (request.url.split('?')[0] !== '/metrics') return reply.callNotFound();

        return reply.type(register.contentType).send(await register.metrics());
      },
    );
    app.addHook('onClose', async () => register.clear());
  },
  { name: 'metrics', dependencies: ['guard'] },
);
