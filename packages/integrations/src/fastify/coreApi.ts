import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ApiActionLoggerOptions } from './ApiActionLoggerOptions.ts';
import { addHooks } from './addHooks.ts';
import { inboundLogger } from './inboundLogger.ts';
import { keepPlaces } from './keepPlaces.ts';
import { routeName } from './routeName.ts';

type Awaitable<T> = T | Promise<T>;

export interface CoreApiOptions {
  /** Whether the caller's account is active; false is 403, before the call is logged. An error of its own may be thrown. */
  readonly isActive: (request: FastifyRequest) => Awaitable<boolean>;
  readonly logger: Omit<ApiActionLoggerOptions, 'routes'>;
  /** Whether the caller may call the route of that name; false is 403. */
  readonly permits: (request: FastifyRequest, route: string) => Awaitable<boolean>;
  /** Chooses the language of the answer. */
  readonly language: (request: FastifyRequest, reply: FastifyReply) => Awaitable<void>;
}

/**
 * The group `core-api`, for every route that is registered afterwards in the scope of the plugin: active state, logger,
 * route permission and language, in that order, after the scope's own onRequest hooks, which say who is asking. A route
 * with `config: { apiLog: false }` is not logged.
 */
export const coreApi = fastifyPlugin(
  async (app: FastifyInstance, { isActive, logger, permits, language }: CoreApiOptions) => {
    keepPlaces(app.server);
    app.addHook('onRoute', (route) => {
      const name = routeName(route);
      const active = check(isActive, 'core_api.inactive', 'The account is not active. Ask an administrator.');
      const permitted = check(
        (request) => permits(request, name),
        'core_api.forbidden',
        `The permission ${name} is missing. Ask an administrator.`,
      );
      const speak: onRequestHookHandler = (request, reply, done) => {
        settle(
          () => language(request, reply),
          () => undefined,
          done,
        );
      };
      if (route.config?.apiLog === false) {
        route.onRequest = [
          ...[route.onRequest ?? []].flat(),
          active,
          permitted,
          speak,
        ] as onRequestHookHandler[];
        return;
      }
      const logging = inboundLogger(route, logger);
      addHooks(route, logging, [active, logging.onRequest, permitted, speak]);
    });
  },
  { name: 'core-api', fastify: '5.x' },
);

function check(
  allows: (request: FastifyRequest) => Awaitable<boolean>,
  code: string,
  message: string,
): onRequestHookHandler {
  return (request, _reply, done) => {
    settle(
      () => allows(request),
      (isAllowed) => (isAllowed ? undefined : Object.assign(new Error(message), { statusCode: 403, code })),
      done,
    );
  };
}

/** Goes on at once where there is nothing to wait for. */
function settle<Result>(
  work: () => Awaitable<Result>,
  faultOf: (result: Result) => Error | undefined,
  done: (error?: Error) => void,
): void {
  let result: Awaitable<Result>;
  try {
    result = work();
  } catch (error) {
    done(error as Error);
    return;
  }
  if (result instanceof Promise) {
    result.then((value) => done(faultOf(value)), done);
  } else {
    done(faultOf(result));
  }
}
