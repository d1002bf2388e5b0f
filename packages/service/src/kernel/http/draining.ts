import { setTimeout as wait } from 'node:timers/promises';
import fastifyPlugin from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    readonly draining: Draining;
  }
}

/** How a process leaves its load balancer before it stops. */
export interface Draining {
  readonly hasBegun: boolean;
  /**
   * Lets /ready respond 503 from now on, and each response close its connection: a client then opens another one, to
   * another process. Resolves after `seconds`, for which requests are still accepted, when connections that are idle
   * have been idle for that long.
   */
  begin(seconds: number): Promise<void>;
}

export const draining = fastifyPlugin(
  async (app) => {
    let end: Promise<void> | null = null;
    app.decorate('draining', {
      get hasBegun() {
        return end !== null;
      },
      begin: (seconds) => {
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
