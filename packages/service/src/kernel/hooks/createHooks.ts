import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely, Transaction } from 'kysely';
import type { User } from '../access/User.ts';
import type { Database } from '../database/Database.ts';
import type { Actor, HookEvents, Hooks, RecordChange, RequestEvent } from './Hooks.ts';

type HookName = keyof HookEvents;

/** Announces one change; rejects if a module refuses it. */
export type AnnounceChange = (change: Omit<RecordChange, keyof Actor>) => Promise<void>;

/** Calls the hooks of all modules. */
export interface HookCalls {
  /** Whether a module has hooks of that name. */
  has(name: HookName): boolean;
  /** Rejects with the first error of a hook. */
  before<Name extends HookName>(name: Name, event: HookEvents[Name]['before']): Promise<void>;
  /** Calls every hook; never rejects. */
  after<Name extends HookName>(name: Name, event: HookEvents[Name]['after']): Promise<void>;
  /** Calls `run` inside of the `around` hooks of requests. */
  around(event: RequestEvent, run: () => void): void;
  /** Runs `change` in a transaction; calls `after` hooks for the announced changes when it has committed. */
  changing<Result>(
    db: Kysely<Database>,
    by: Pick<User, 'id' | 'impersonatedBy'> | null,
    change: (transaction: Transaction<Database>, announce: AnnounceChange) => Promise<Result>,
  ): Promise<Result>;
}

interface Hooking<Context> {
  readonly name: string;
  readonly hooks?: Hooks<Context>;
}

/** `context` is called for each event, since it is incomplete while modules are opened. */
export function createHooks<Context>(
  modules: readonly Hooking<Context>[],
  context: () => Context,
  log: (level: 'warn', text: string) => void,
): HookCalls {
  const calls: HookCalls = {
    has: (name) => modules.some(({ hooks }) => hooks?.[name] !== undefined),
    before: async (name, event) => {
      for (const { hooks } of modules) await hooks?.[name]?.before?.(event as never, context());
    },
    after: async (name, event) => {
      for (const { name: module, hooks } of modules) {
        try {
          await hooks?.[name]?.after?.(event as never, context());
        } catch (error) {
          log(
            'warn',
            `The module "${module}" failed after ${name}: ${String((error as Error)?.stack ?? error)}`,
          );
        }
      }
    },
    around: (event, run) => {
      const inside = modules.reduceRight<() => void>((next, { hooks }) => {
        const around = hooks?.request?.around;

        return around === undefined ? next : () => around(event, context(), next);
      }, run);
      inside();
    },
    changing: async (db, by, change) => {
      const announced: RecordChange[] = [];
      const actor = actorOf(by);
      const result = await db.transaction().execute((transaction) =>
        change(transaction, async (one) => {
          const event = { ...one, ...actor };
          await calls.before('recordChange', { ...event, db: transaction });
          announced.push(event);
        }),
      );
      for (const one of announced) await calls.after('recordChange', one);

      return result;
    },
  };

  return calls;
}

export const noHooks: HookCalls = createHooks(
  [],
  () => null,
  () => undefined,
);

export function actorOf(user: Pick<User, 'id' | 'impersonatedBy'> | null): Actor {
  return { by: user?.id ?? null, impersonatedBy: user?.impersonatedBy ?? null };
}

/** The fields whose values differ. */
export function changesOf<Fields extends object>(
  before: Partial<Fields>,
  after: Partial<Fields>,
): RecordChange['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Fields & string)[];

  return Object.fromEntries(
    names
      .map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }] as const)
      .filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to)),
  );
}

/** Calls `request` hooks around requests, before the handlers of routes, and after responses. */
export const requestHooks = fastifyPlugin<{ readonly hooks: HookCalls }>(
  async (app, { hooks }) => {
    app.addHook('onRequest', (request, _reply, done) => hooks.around(eventOf(request), done));
    app.addHook('preHandler', async (request) => {
      if (!request.is404) await hooks.before('request', eventOf(request));
    });
    app.addHook('onResponse', async (request, reply) => {
      if (request.is404) return;
      const end = { status: reply.statusCode, milliseconds: reply.elapsedTime };
      await hooks.after('request', { ...eventOf(request), ...end });
    });
  },
  { name: 'request-hooks', dependencies: ['guard'] },
);

function eventOf(request: FastifyRequest): RequestEvent {
  const { method, url, user, routeOptions } = request;
  const [path = ''] = url.split('?');

  return { ...actorOf(user), method, path, route: routeOptions.config.name ?? null, user, request };
}
