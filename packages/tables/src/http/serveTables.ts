import type { TranslateText } from '@rowhouse/problems';
import type { ActionJobs } from '../actions/ActionJobs.ts';
import { createTables, type Tables, type TablesOptions } from '../createTables.ts';
import type { TableDefinition } from '../definition/defineTable.ts';
import { fieldPermissions } from '../definition/fields.ts';
import { routeNames, type Table } from '../definition/Table.ts';
import { sourceOf } from '../definition/templateFaults.ts';
import { TableError } from '../errors.ts';
import { requestTimeZone } from '../prepare/tableQueries.ts';
import type { RouteRegistry } from '../RouteRegistry.ts';
import type { Bookmark } from '../runtime/Replicas.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { defaultTableConfig, shouldValidate } from '../template/defaultTableConfig.ts';
import { formatTemplateFaults, type TemplateFault } from '../template/TemplateFault.ts';
import { assertValidTemplate } from '../template/validateTemplate.ts';
import { actionRoutes } from './actionRoutes.ts';
import { withBookmark } from './bookmarkRoutes.ts';
import { cellsRoutes } from './cellsRoutes.ts';
import { exportRoute } from './exportRoute.ts';
import { fileRoutes } from './fileRoutes.ts';
import { type ImportUploads, importRoute } from './importRoute.ts';
import { recordRoutes } from './recordRoutes.ts';
import { assertStillPermitted, authorize, type TableAccess } from './TableAccess.ts';
import {
  bodyPayload,
  okay,
  pathOf,
  payloadOf,
  queryLocale,
  type RouteContext,
  type TableRoute,
} from './TableRoute.ts';
import { undoImportRoute } from './undoImportRoute.ts';

/** Compares tables with their database. */
export interface TableChecks {
  /** The faults of a table; empty for a valid one. */
  checkQuery(runtime: TableRuntime, table: Table): Promise<readonly TemplateFault[]>;
}

/** Options of serving tables; `Incoming` is the request of the HTTP framework. */
export interface ServeOptions<Incoming> extends Omit<TablesOptions, 'definitions' | 'routes' | 'permits'> {
  readonly tables: readonly TableDefinition[];
  /** Guards every table route, and hides the buttons that a user may not use. Without it the tables are open to all. */
  readonly access?: TableAccess<Incoming>;
  /**
   * The IANA time zone of a request, such as that of its user's profile: dates are shown, filtered and exported in it.
   * Null, as without the function, for the configured zone.
   */
  readonly timeZone?: (request: Incoming, user: unknown) => string | null;
  /**
   * With `replicas`: the bookmark of a request, which the application stores; the application also sends the position.
   * Without it, bookmarks are read from the header `rowhouse-bookmark`, and sent in it.
   */
  readonly bookmark?: (request: Incoming) => Bookmark;
  /**
   * Runs a request that only reads, for example when it is the turn of its user; immediately by default. The signal is aborted
   * when the client disconnects.
   */
  readonly turn?: <T>(request: Incoming, read: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Translates messages for users, such as those about invalid values, for a request; undefined for English, as by default. */
  readonly translateFor?: (request: Incoming) => TranslateText | undefined;
  /** How files of imports are taken. */
  readonly imports?: ImportUploads;
  /** The queue of actions with `background: true`. Without it, such an action fails at start. */
  readonly actionJobs?: ActionJobs;
  /** Called with the tables, such as for forms of the application with fields of their records. */
  readonly onCreated?: (tables: Tables) => void;
  /**
   * Loads `@rowhouse/tables-dev/checks`, which compares the tables with their database at a start in development; never called
   * in production. Defaults to none: only the templates are validated.
   */
  readonly checks?: () => Promise<TableChecks>;
}

export interface TableRouteSet<Incoming> {
  readonly routes: readonly TableRoute<Incoming>[];
  /**
   * Call it when `registry` knows all routes. Rejects with `tables.invalid_template` and all faults of the templates;
   * in development, `checks` also compare the tables with the database.
   */
  check(): Promise<void>;
}

/**
 * The routes of tables with their handlers, for any HTTP framework. For the routePrefix `orders` these are
 * `orders.init` at `GET /orders/init`, `orders.tableData` at `GET|POST /orders/tableData`, given `exports`,
 * `orders.exportExcel` at `GET|POST /orders/exportExcel`, given `edit` in the definition, `orders.edit` at `PATCH
 * /orders/edit` and `orders.edit.cells` at `POST /orders/edit/cells`, and a route for each action. Given `records`, also `orders.create` (GET, the form), `orders.store` (POST),
 * `orders.edit?row=…` (GET, the form), `orders.update` (PATCH) and `orders.destroy` at `DELETE /orders/destroy/:row`,
 * which GET describes, and with `import` in it, `orders.import` (POST, a file). Given fields with `file`, `orders.store.file` and
 * `orders.update.file` (POST, a file), and `orders.file` at `GET /orders/file/:row`.
 */
export function serveTables<Incoming>(
  options: ServeOptions<Incoming>,
  registry: RouteRegistry,
): TableRouteSet<Incoming> {
  const { access, tables: definitions, exports, actionJobs } = options;
  const config = options.config ?? defaultTableConfig;
  const development = options.development ?? process.env.NODE_ENV !== 'production';
  const tables = createTables({
    ...options,
    definitions,
    routes: registry,
    ...(access && { permits: (user, routeName) => access.permits(user, routeName) }),
  });
  options.onCreated?.(tables);

  return {
    routes: definitions.flatMap(routesOf).map(bookmarked).map(inTurn),
    async check() {
      tables.all();
      // Only in development: a production start does not require an available database.
      if (development && options.checks) await checkQueries(await options.checks());
    },
  };

  function bookmarked(route: TableRoute<Incoming>): TableRoute<Incoming> {
    const { replicas, bookmark } = options;

    return replicas === undefined ? route : withBookmark(route, { replicas, bookmark });
  }

  function inTurn(route: TableRoute<Incoming>): TableRoute<Incoming> {
    const { turn } = options;
    const reading = ['init', 'data', 'form', 'deletion', 'input', 'preview', 'file'];
    if (turn === undefined || !reading.includes(route.kind)) return route;

    return {
      ...route,
      respond: (request) => turn(request.incoming, () => route.respond(request), request.closed()),
    };
  }

  function routesOf(definition: TableDefinition): TableRoute<Incoming>[] {
    const { routePrefix, auth } = definition.template as { routePrefix?: unknown; auth?: unknown };

    if (typeof routePrefix !== 'string') {
      assertValidTemplate(sourceOf(definition), definition.template, { config });
    }

    const id = String(routePrefix);
    const names = routeNames(definition, config);
    const open = auth === true;
    const context: RouteContext<Incoming> = {
      id,
      open,
      tables,
      user: async (name, request) =>
        access ? authorize(access, request, { name, open: tables.get(id).template.auth }) : null,
      async authorize(name, user, counts) {
        if (access && !open) await assertStillPermitted(access, user, name, counts);
      },
      translateFor: (request) => options.translateFor?.(request),
      timeZone: (request, user) => requestTimeZone(options.timeZone?.(request, user), config),
    };

    return [
      initRoute(context, names.init),
      dataRoute(context, names.data),
      ...(exports ? [exportRoute(context, names.exportExcel, exports)] : []),
      ...(names.edit === null || !definition.edit ? [] : [editRoute(context, names.edit)]),
      ...(names.edit === null || names.cells === null
        ? []
        : cellsRoutes(context, {
            ...{ name: names.cells, permission: names.edit },
            canUndo: options.changes !== undefined,
          })),
      ...recordRoutes(context, names, {
        fieldPermissions: fieldPermissions(definition),
        isEdited: definition.edit !== undefined,
        canUndo: options.changes !== undefined,
      }),
      ...fileRoutes(context, names, options.files?.folder),
      ...(names.import === null ? [] : [importRoute(context, names.import, options.imports)]),
      ...(names.import === null || options.changes === undefined
        ? []
        : [undoImportRoute(context, names.import, options.imports)]),
      ...actionRoutes({
        ...context,
        definition,
        config,
        otherNames: Object.values(names).filter((name) => name !== null),
        validated: shouldValidate(config, development),
        jobs: actionJobs ?? null,
        canUndo: options.changes !== undefined,
      }),
    ];
  }

  async function checkQueries({ checkQuery }: TableChecks): Promise<void> {
    const reports: string[] = [];

    await tables.runtime.catalogue.refresh();
    for (const table of tables.all()) {
      const faults = await checkQuery(tables.runtime, table);
      if (faults.length > 0) {
        reports.push(formatTemplateFaults(sourceOf(table.definition), faults));
      }
    }
    if (reports.length > 0) {
      throw new TableError('tables.invalid_template', reports.join('\n\n'));
    }
  }
}

function initRoute<Incoming>(
  { id, open, tables, user, timeZone }: RouteContext<Incoming>,
  name: string,
): TableRoute<Incoming> {
  return {
    kind: 'init',
    name,
    path: pathOf(name),
    methods: ['GET'],
    open,
    changes: false,
    background: false,
    async respond(request) {
      const { incoming, params } = request;
      const caller = await user(name, incoming);
      const locale = queryLocale(request);

      return okay(
        await tables.init(id, caller, { timeZone: timeZone(incoming, caller), locale, pathParams: params }),
      );
    },
  };
}

function dataRoute<Incoming>(
  { id, open, tables, user, timeZone }: RouteContext<Incoming>,
  name: string,
): TableRoute<Incoming> {
  return {
    kind: 'data',
    name,
    path: pathOf(name),
    methods: ['GET', 'POST'],
    open,
    changes: false,
    background: false,
    async respond(request) {
      const caller = await user(name, request.incoming);
      const zone = timeZone(request.incoming, caller);
      const payload = payloadOf(request);

      const { bookmark } = request;

      return okay(
        await tables.read(id, payload, caller, {
          timeZone: zone,
          signal: request.closed(),
          ...(bookmark && { bookmark }),
        }),
      );
    },
  };
}

/** The route that changes one cell of a table. */
function editRoute<Incoming>(
  { id, open, tables, user, timeZone }: RouteContext<Incoming>,
  name: string,
): TableRoute<Incoming> {
  return {
    kind: 'edit',
    name,
    path: pathOf(name),
    methods: ['PATCH'],
    open,
    changes: true,
    background: false,
    async respond(request) {
      const { incoming } = request;
      const caller = await user(name, incoming);

      return okay(
        await tables.edit(id, bodyPayload(request), caller, { timeZone: timeZone(incoming, caller) }),
      );
    },
  };
}
