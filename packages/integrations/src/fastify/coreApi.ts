import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { addHooks, reserveCallers } from './apiActionLogger.ts';
import type { ApiActionLoggerOptions } from './inboundLogger.ts';
import { inboundLogger, routeName } from './inboundLogger.ts';

type Awaitable<T> = T | Promise<T>;

export interface CoreApiOptions {
  /** Whether the caller's account is active; false gives 403 before the call is logged. May throw another error. */
  readonly isActive: (request: FastifyRequest) => Awaitable<boolean>;
  readonly logger: Omit<ApiActionLoggerOptions, 'routes'>;
  /** Whether the caller may call the named route; false gives 403. */
  readonly permits: (request: FastifyRequest, route: string) => Awaitable<boolean>;
  /** Sets the language of the response. */
  readonly language: (request: FastifyRequest, reply: FastifyReply) => Awaitable<void>;
}

/**
 * The group `core-api`, for every route registered afterwards in the scope of the plugin: active state, logger, route
 * permission and language, in that order, after the scope's own onRequest hooks, which authenticate. A route with
 * `config: { apiLog: false }` is not logged.
 */
export const coreApi = fastifyPlugin(
  async (app: FastifyInstance, { isActive, logger, permits, language }: CoreApiOptions) => {
    reserveCallers(app.server);
    app.addHook('onRoute', (route) => {
      const name = routeName(route);
      const active = check(isActive, 'core_api.inactive', 'The account is not active. Ask an administrator.');
      const permitted = check(
        (request) => permits(request, name),
        'core_api.forbidden',
        `The permission ${name} is missing. Ask an administrator.`,
      );
      const setLanguage: onRequestHookHandler = (request, reply, done) => {
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
          setLanguage,
        ] as onRequestHookHandler[];
        return;
      }
      const logging = inboundLogger(route, logger);
      addHooks(route, logging, [active, logging.onRequest, permitted, setLanguage]);
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

/** Calls `done` synchronously if the result is not a promise. */
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
