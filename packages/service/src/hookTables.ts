import type { TableDefinition } from '@rowhouse/tables';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { actorOf, type HookCalls } from './kernel/hooks/createHooks.ts';
import type { ActionEvent } from './kernel/hooks/Hooks.ts';

interface Counts {
  readonly processed?: number;
  readonly failedCount?: number;
}

/** Asks modules before actions that are carried out by their request, and tells them after. Jobs ask for themselves. */
export function hookTables(
  api: FastifyInstance,
  definitions: readonly TableDefinition[],
  hooks: HookCalls,
): void {
  const actions = new Map<string, Pick<ActionEvent, 'table' | 'action'>>(definitions.flatMap(namedActions));
  const running = new WeakMap<FastifyRequest, { readonly event: ActionEvent; counts: Counts | null }>();
  api.addHook('onRoute', (route: RouteOptions) => {
    const found = actions.get(route.config?.name ?? '');
    if (found === undefined) return;
    route.preHandler = async (request: FastifyRequest) => {
      const { user, body, query } = request;
      const event: ActionEvent = {
        ...actorOf(user),
        ...found,
        payload: body ?? query,
        stage: 'request',
        isBackground: false,
        job: null,
      };
      await hooks.before('action', event);
      running.set(request, { event, counts: null });
    };
    route.preSerialization = async (request: FastifyRequest, reply, payload: unknown) => {
      const run = running.get(request);
      if (run !== undefined && reply.statusCode < 300) run.counts = payload as Counts;

      return payload;
    };
    route.onResponse = async (request: FastifyRequest) => {
      const run = running.get(request);
      if (run === undefined) return;
      const { processed = 0, failedCount = 0 } = run.counts ?? {};
      const state = run.counts === null ? 'failed' : 'finalized';
      await hooks.after('action', { ...run.event, state, done: processed, failed: failedCount, file: null });
    };
  });
}

/** Name of the route → the action, of those that are not for workers. */
function namedActions({ template, actions = {} }: TableDefinition) {
  const table = String((template as { readonly routePrefix?: unknown }).routePrefix);

  return Object.entries(actions)
    .filter(([, { background = false }]) => !background)
    .map(([action]) => [`${table}.${action}`, { table, action }] as const);
}
