import type { ActionJobResponse, ActionResponse } from '@rowhouse/table-protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ActionJobs } from '../actions/ActionJobs.ts';
import type { Tables } from '../createTables.ts';
import type { ActionCounts } from '../definition/ActionSummary.ts';
import type { TableDefinition } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import { assertCarriesRequest, parseRequest } from '../request/parseRequest.ts';
import { actionButtons } from '../template/actionButtons.ts';
import { isActionName } from '../template/isActionName.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import { actionSchema } from './actionSchema.ts';
import { describing } from './describing.ts';
import { payloadOf, queryPayload } from './payload.ts';

export interface ActionRoutesOptions {
  /** The table's id. */
  readonly id: string;
  readonly definition: TableDefinition;
  readonly config: TableConfig;
  /** Names of the table's other routes. */
  readonly own: readonly string[];
  /** Whether the template is validated when the application is ready. */
  readonly validated: boolean;
  readonly open: { readonly open?: boolean };
  readonly tables: Tables;
  /** Null: no action can run in the background. */
  readonly jobs: ActionJobs | null;
  readonly path: (name: string) => string;
  /** The user of a request to the route of that name, who may use it. */
  readonly user: (name: string, request: FastifyRequest) => Promise<unknown>;
  /** Throws when the user may no longer use the route of that name. */
  readonly authorize: (name: string, user: unknown, counts: ActionCounts) => Promise<void>;
  readonly timeZone: (request: FastifyRequest, user: unknown) => string;
}

/**
 * The routes of a table's actions, each with the methods by which the buttons of the template call it. Throws
 * `tables.invalid_template` where that is not possible, unless the validation of the template will say so at more length.
 */
export function actionRoutes(app: FastifyInstance, options: ActionRoutesOptions): void {
  const { id, definition, config, open, jobs, path } = options;

  for (const [action, { background = false }] of Object.entries(definition.actions ?? {})) {
    const name = `${id}.${action}`;
    const buttons = actionButtons(definition.template, name, config).filter(({ method }) => method !== null);
    const methods = new Set(buttons.flatMap(({ method }) => method ?? []));
    const label = buttons[0]?.label ?? action;

    if (methods.size === 0 || options.own.includes(name) || !isActionName(action)) {
      if (options.validated) continue;
      throw new TableError(
        'tables.invalid_template',
        `The action "${action}" of table "${id}" cannot be served: no button calls it by a method, or its name cannot ` +
          "be used. With `validations: 'always'` the template's faults are told.",
      );
    }

    if (background && !jobs) {
      throw new TableError(
        'tables.invalid_template',
        `The action "${action}" of table "${id}" is to run in the background, and nobody takes such orders. ` +
          'Give the tables plugin `actionJobs`, or remove `background: true`.',
      );
    }

    const run = async (request: FastifyRequest, reply: FastifyReply) => {
      const user = await options.user(name, request);
      const payload = actionPayload(request);
      const timeZone = options.timeZone(request, user);

      return background && jobs
        ? reply.code(202).send(await place(options, jobs, { action, name: label, payload, user, timeZone }))
        : answer(options, name, { action, payload, user, timeZone });
    };

    for (const [index, method] of [...methods].entries()) {
      app.route({
        ...describing(actionSchema(name, method, { first: index === 0, background })),
        method,
        url: path(name),
        // Whoever asks what is there must not run it.
        exposeHeadRoute: false,
        config: { name, changes: true, ...open },
        handler: run,
      });
    }
  }
}

/** A client or a proxy may drop the body of a DELETE, so its query string may carry the request instead. */
function actionPayload(request: FastifyRequest): unknown {
  const isBare = request.method === 'DELETE' && (request.body === undefined || request.body === null);
  const payload = isBare ? queryPayload(request) : payloadOf(request);
  assertCarriesRequest(payload);

  return payload;
}

interface ActionRequest {
  readonly action: string;
  readonly payload: unknown;
  readonly user: unknown;
  readonly timeZone: string;
}

async function answer(
  { id, tables, authorize }: ActionRoutesOptions,
  route: string,
  { action, payload, user, timeZone }: ActionRequest,
): Promise<ActionResponse> {
  const { message, processed, failures, failed } = await tables.runAction(id, action, payload, user, {
    timeZone,
    authorize: (counts) => authorize(route, user, counts),
  });

  return { message, processed, failed: [...failures], failedCount: failed };
}

async function place(
  { id, tables }: ActionRoutesOptions,
  jobs: ActionJobs,
  order: ActionRequest & { readonly name: string },
): Promise<ActionJobResponse> {
  const table = tables.get(id);
  const request = parseRequest(order.payload, table.rules);
  const { message, job } = await jobs.start({ ...order, table, request });

  return { message: message ?? 'The action has begun. You will be told when it is done.', job };
}
