import type { TranslateText } from '@rowhouse/problems';
import { inLanguage } from '@rowhouse/problems/internal';
import type { ActionJobResponse, ActionResponse } from '@rowhouse/table-protocol';
import type { ActionJobs } from '../actions/ActionJobs.ts';
import { failureText } from '../actions/runRecords.ts';
import type { TableDefinition } from '../definition/defineTable.ts';
import type { ActionResult } from '../definition/TableAction.ts';
import { actionsOf, isDeclared } from '../definition/tableActions.ts';
import { TableError } from '../errors.ts';
import { isUndo, parseUndo } from '../records/parseUndo.ts';
import { readActionRequest } from '../request/actionRequest.ts';
import { isRecord } from '../request/parse/scalars.ts';
import { actionButtons, actionRouteNames, isActionName } from '../template/actionButtons.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import {
  accepted,
  actionPayload,
  bodyPayload,
  okay,
  pathOf,
  queryLocale,
  queryPayload,
  type RouteContext,
  type TableHttpRequest,
  type TableRoute,
} from './TableRoute.ts';

export interface ActionRoutesOptions<Incoming> extends RouteContext<Incoming> {
  readonly definition: TableDefinition;
  readonly config: TableConfig;
  /** Names of the table's other routes. */
  readonly otherNames: readonly string[];
  /** Whether the template is validated when the application is ready. */
  readonly validated: boolean;
  /** Null if no action can run in the background. */
  readonly jobs: ActionJobs | null;
  /** Whether changes are kept, so that updates and deletions can be undone. */
  readonly canUndo: boolean;
}

/**
 * The routes of a table's actions, each with the methods by which the buttons of the template call it. Throws
 * `tables.invalid_template` if that is not possible, unless the validation of the template reports it in more detail.
 */
export function actionRoutes<Incoming>(options: ActionRoutesOptions<Incoming>): TableRoute<Incoming>[] {
  const { id, definition, config, open, jobs } = options;

  return Object.entries(actionsOf(definition)).flatMap(([action, declared]) => {
    const { background = false } = declared;
    const name = `${id}.${action}`;
    const buttons = actionButtons(definition.template, name, config).filter(({ method }) => method !== null);
    const methods = [...new Set(buttons.flatMap(({ method }) => method ?? []))];
    const label = buttons[0]?.label ?? action;
    const takesSelection = buttons.some(({ selection }) => selection);

    if (methods.length === 0 || options.otherNames.includes(name) || !isActionName(action)) {
      if (options.validated) return [];
      throw new TableError(
        'tables.invalid_template',
        `The action "${action}" of table "${id}" has no route: no button with a method calls it, or its name is ` +
          "invalid. Set `validations: 'always'` to see the template's faults.",
      );
    }

    if (background && !jobs) {
      throw new TableError(
        'tables.invalid_template',
        `The action "${action}" of table "${id}" has \`background: true\`, which needs \`actionJobs\`. ` +
          'Pass `actionJobs` where the tables are served, or remove `background: true`.',
      );
    }

    const route: TableRoute<Incoming> = {
      kind: 'action',
      name,
      path: pathOf(name),
      methods,
      open,
      changes: true,
      background,
      async respond(request) {
        const user = await options.user(name, request.incoming);
        const payload = readActionRequest(actionPayload(request), { takesSelection });
        const ordered = { action, payload, user, timeZone: options.timeZone(request.incoming, user) };
        const translate = options.translateFor(request.incoming);

        return background && jobs
          ? accepted(await startJob(options, jobs, { ...ordered, name: label, translate }))
          : okay(await run(options, name, { ...ordered, translate }));
      },
    };

    const started = { action, background, label };

    return [
      route,
      ...inputRoutes(options, { action, takesSelection }),
      ...(isDeclared(declared) && options.canUndo ? [undoActionRoute(options, started)] : []),
    ];
  });
}

/**
 * The routes of what an action asks for, and of the preview of one that asks or sets columns, for users with the permission of the
 * action.
 */
function inputRoutes<Incoming>(
  options: ActionRoutesOptions<Incoming>,
  { action, takesSelection }: { readonly action: string; readonly takesSelection: boolean },
): TableRoute<Incoming>[] {
  const { id, definition, open, tables } = options;
  const permission = `${id}.${action}`;
  const route = (kind: 'input' | 'preview', name: string, respond: TableRoute<Incoming>['respond']) => ({
    ...{ kind, name, permission, open, respond },
    path: pathOf(name),
    methods: [kind === 'input' ? ('GET' as const) : ('POST' as const)],
    changes: false,
    background: false,
  });
  const caller = async ({ incoming }: TableHttpRequest<Incoming>) => {
    const user = await options.user(permission, incoming);

    return { user, timeZone: options.timeZone(incoming, user) };
  };
  const { form, preview } = actionRouteNames(permission);
  const { input, update } = actionsOf(definition)[action] ?? {};
  if (input === undefined && update === undefined) return [];

  return [
    ...(input === undefined
      ? []
      : [
          route('input', form, async (request) => {
            const { user, timeZone } = await caller(request);
            const given = queryPayload(request);
            const { params } = isRecord(given) ? given : {};
            const call = { timeZone, locale: queryLocale(request), pathParams: request.params, params };

            return okay(await tables.actionForm(id, action, user, call));
          }),
        ]),
    route('preview', preview, async (request) => {
      const { user, timeZone } = await caller(request);
      const payload = readActionRequest(bodyPayload(request), { takesSelection });
      const translate = options.translateFor(request.incoming);
      const call = { timeZone, signal: request.closed(), translate };

      return okay(await tables.previewAction(id, action, payload, user, call));
    }),
  ];
}

/** The user who has run an action, and still may, undoes what it has changed. It takes as long as the action did. */
function undoActionRoute<Incoming>(
  options: ActionRoutesOptions<Incoming>,
  {
    action,
    background,
    label,
  }: { readonly action: string; readonly background: boolean; readonly label: string },
): TableRoute<Incoming> {
  const { id, open, jobs } = options;
  const permission = `${id}.${action}`;
  const name = actionRouteNames(permission).undo;

  return {
    ...{ kind: 'undoRows', name, permission, path: pathOf(name), methods: ['POST'], open, background },
    changes: true,
    async respond(request) {
      const user = await options.user(permission, request.incoming);
      const timeZone = options.timeZone(request.incoming, user);
      const ordered = { action, payload: parsedUndo(bodyPayload(request)), user, timeZone };
      const translate = options.translateFor(request.incoming);

      return background && jobs
        ? accepted(await startJob(options, jobs, { ...ordered, name: label, translate }))
        : okay(await run(options, permission, { ...ordered, translate }));
    },
  };
}

/** The payload of a run that undoes one; without what is missing. */
function parsedUndo(payload: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(parseUndo(payload)).filter(([, value]) => value !== undefined));
}

interface ActionRequest {
  readonly action: string;
  readonly payload: unknown;
  readonly user: unknown;
  readonly timeZone: string;
  readonly translate: TranslateText | undefined;
}

async function run(
  { id, tables, authorize }: RouteContext<never>,
  route: string,
  { action, payload, user, timeZone, translate }: ActionRequest,
): Promise<ActionResponse> {
  const result = await tables.runAction(id, action, payload, user, {
    timeZone,
    authorize: (counts) => authorize(route, user, counts),
  });

  return shownAction(result, translate);
}

/** The result of a run for a client, in its language. */
export function shownAction(
  {
    message,
    text,
    processed,
    failures,
    failed,
    undo,
  }: Pick<ActionResult, 'message' | 'text' | 'processed' | 'failures' | 'failed' | 'undo'>,
  translate: TranslateText | undefined,
): ActionResponse {
  return {
    message: translate ? inLanguage(text, translate) : message,
    processed,
    failed: failures.map((failure) => {
      const { text: _, ...sent } = failure;

      return translate ? { ...sent, message: inLanguage(failureText(failure), translate) } : sent;
    }),
    failedCount: failed,
    ...(undo !== null && { undo }),
  };
}

async function startJob(
  { id, tables }: RouteContext<never>,
  jobs: ActionJobs,
  { translate = String, ...order }: ActionRequest & { readonly name: string },
): Promise<ActionJobResponse> {
  const table = tables.get(id);
  const { params, locale } = isRecord(order.payload) ? order.payload : {};
  const rows = isUndo(order.payload) ? { params, locale } : order.payload;
  const request = await tables.request(id, rows, order.user, order.timeZone);
  const { action, payload, user, timeZone } = order;
  const now = tables.runtime.now();
  const listRows = (runId: string) => tables.listAction(id, action, payload, user, { runId, timeZone, now });
  const { message, job } = await jobs.start({ ...order, table, request, listRows });

  return {
    message: message ?? translate('The action has started. You will be notified when it is done.', {}),
    job,
  };
}
