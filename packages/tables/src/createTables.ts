import { isLockTimeout, isStatementTimeout, isUnacceptableValue, isUnavailable } from '@rowhouse/drivers';
import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import type { ActionRunOptions } from './actions/ActionRunOptions.ts';
import { findAction } from './actions/findAction.ts';
import { runAction } from './actions/runAction.ts';
import type { Advice, AdviseOptions } from './advise/Advice.ts';
import { adviseIndexes } from './advise/adviseIndexes.ts';
import { checkQuery } from './checks/checkQuery.ts';
import { faultsOf, sourceOf, type TableFaults, templateFaults } from './checks/tableFaults.ts';
import { readData } from './data/readData.ts';
import { readVerified } from './data/readVerified.ts';
import type { ActionResult } from './definition/ActionSummary.ts';
import { assertActions } from './definition/assertActions.ts';
import { compileTable } from './definition/compileTable.ts';
import type { EnumMap, TableDefinition } from './definition/defineTable.ts';
import type { Table } from './definition/Table.ts';
import { TableError } from './errors.ts';
import type { ExportJobs } from './export/ExportJobs.ts';
import type { ExportResult, ExportRun } from './export/ExportRun.ts';
import { runExport } from './export/runExport.ts';
import { type InitOptions, initTable } from './init/initTable.ts';
import type { Permits } from './init/usableRoutes.ts';
import type { TableQuery } from './prepare/TableQuery.ts';
import { type TableQueries, tableQueries } from './prepare/tableQueries.ts';
import { valueFault } from './prepare/valueFault.ts';
import type { RouteRegistry } from './RouteRegistry.ts';
import type { TableRequest } from './request/TableRequest.ts';
import { isOfApplication } from './runtime/applicationErrors.ts';
import {
  type DatabaseHandle,
  type RuntimeOptions,
  type TableRuntime,
  tableRuntime,
} from './runtime/TableRuntime.ts';
import { defaultTableConfig } from './template/defaultTableConfig.ts';
import { formatTemplateFaults } from './template/formatTemplateFaults.ts';
import { shouldValidate } from './template/shouldValidate.ts';
import type { TableConfig } from './template/TableConfig.ts';
import type { TemplateFault } from './template/TemplateFault.ts';

export interface TablesOptions extends RuntimeOptions {
  readonly db: DatabaseHandle;
  readonly definitions: readonly TableDefinition[];
  /**
   * For development: called before each use of the tables. Where it returns another list than before, they are made again.
   * Ids, and with them routes, have to be those of `definitions`. Throws what its caller is to get.
   */
  readonly refresh?: () => readonly TableDefinition[];
  /** `defaultTableConfig` when not given; `tableConfig({ … })` changes parts of it. */
  readonly config?: TableConfig;
  /** Name → key → label, for all tables. */
  readonly enums?: Readonly<Record<string, EnumMap>>;
  /** Whether this is development, where templates are always validated; NODE_ENV other than `production` by default. */
  readonly development?: boolean;
  /** Where exports are ordered. Without it the tables have no export route. */
  readonly exports?: ExportJobs;
  /** The application's routes, against which templates are validated, and from which `init` takes its paths. */
  readonly routes?: RouteRegistry;
  /** Whether a user may use the route of that name: `init` leaves out the buttons and filters of others. All may by default. */
  readonly permits?: Permits;
}

export interface Tables {
  readonly runtime: TableRuntime;
  /** All tables. The first use validates the templates and throws `tables.invalid_template` with every fault of each. */
  all(): readonly Table[];
  /** Throws `tables.not_found`. */
  get(id: string): Table;
  /**
   * How to draw the table: what the init route answers. Paths are those of the `routes` that `createTables` was given;
   * throws `tables.invalid_template` when one is missing there.
   */
  init(id: string, user?: unknown, options?: InitOptions): Promise<InitResponse>;
  /**
   * What a payload asks of a table, read as `exportRows` and `runAction` read it; no row is read. Throws
   * `tables.malformed_request`, `tables.invalid_request` and `tables.database_unavailable`.
   */
  request(id: string, payload: unknown, user?: unknown, timeZone?: string | null): Promise<TableRequest>;
  /**
   * Answers a data request; `payload` is a JSON body or what `decodeQuery` made of a query string. Dates are filtered and
   * shown in `timeZone`, an IANA name, or else in the configured zone. An aborted `signal` ends the queries in the database
   * too, and rejects with its reason. SQLite finishes a query that has begun.
   */
  data(
    id: string,
    payload: unknown,
    user?: unknown,
    options?: { readonly timeZone?: string | null; readonly signal?: AbortSignal },
  ): Promise<DataResponse>;
  /**
   * Writes all rows of a request to `run.output`, as a spreadsheet. What is written are the rows that matched at one
   * instant. Throws what `data` throws, the signal's reason, and what the output fails with.
   */
  exportRows(id: string, payload: unknown, user: unknown, run: ExportRun): Promise<ExportResult>;
  /**
   * Runs an action of a table for each row that matches the request now, exactly once, whatever happens to the rows
   * meanwhile; or goes on with the run that `options.runId` names, for which `payload`, `user` and
   * `options.timeZone` have to be what they were. A cancelled run answers its result, too. Throws what `data` throws, `tables.action_refused` and other errors
   * of `before` and `after`, the reason of `options.pause`, and `tables.action_unavailable`. Failures of rows are in the result.
   */
  runAction(
    id: string,
    action: string,
    payload: unknown,
    user: unknown,
    options?: ActionRunOptions,
  ): Promise<ActionResult>;
  /** Faults of the tables against their queries and the database; by table. */
  check(): Promise<ReadonlyMap<Table, readonly TemplateFault[]>>;
  /**
   * Every fault of every table at once, whatever `validations` says: of the templates, against `routes` where they are
   * given, and, for templates that are right, against their queries and the database. One entry for each definition.
   * Reads no rows and changes nothing. Throws `tables.database_unavailable`, and nothing for a fault.
   */
  faults(): Promise<readonly TableFaults[]>;
  /**
   * Which indexes would serve the templates' search, sort and filters, and what they would gain; changes nothing.
   * Throws `tables.not_found`, what `all` throws, and `tables.database_unavailable`.
   */
  advise(options?: AdviseOptions): Promise<Advice>;
}

/** For what is not read twice: a key that is dropped meanwhile would go unnoticed. */
const withoutKeys = { usesKeys: false };

/** The tables of an application, without HTTP. */
export function createTables(options: TablesOptions): Tables {
  const config = options.config ?? defaultTableConfig;
  const runtime = tableRuntime(options.db, options);
  const queries = new Map<Table, TableQueries>();
  let compiled: ReadonlyMap<string, Table> | null = null;
  let { definitions } = options;

  const tables = () => {
    const now = options.refresh?.() ?? definitions;
    if (now !== definitions) {
      // Those before stay in use when these have faults.
      compiled = compileAll({ ...options, definitions: now }, config);
      definitions = now;
      queries.clear();
    }
    compiled ??= compileAll({ ...options, definitions }, config);

    return compiled;
  };
  const get = (id: string) => {
    const table = tables().get(id);
    if (!table) throw new TableError('tables.not_found', `There is no table "${id}".`);

    return table;
  };

  const queriesOf = (id: string) => {
    const table = get(id);
    const asked = queries.get(table) ?? tableQueries(runtime, table);
    queries.set(table, asked);

    return asked;
  };

  return {
    runtime,
    all: () => [...tables().values()],
    get,
    init: (id, user = null, asked = {}) =>
      translated(async () =>
        initTable(get(id), user, {
          ...asked,
          rules: await queriesOf(id).initRules(user, asked.timeZone),
          ...(options.routes && { routes: options.routes }),
          ...(options.permits && { permits: options.permits }),
        }),
      ),
    request: (id, payload, user = null, timeZone) =>
      translated(async () => ofResult(await queriesOf(id).request(payload, user, timeZone))),
    data: (id, payload, user = null, { timeZone, signal } = {}) =>
      translated(() =>
        readVerified(
          (options) => queriesOf(id).prepare(payload, user, timeZone, options),
          (query) => blaming(query, () => readData(query, signal)),
        ),
      ),
    exportRows: (id, payload, user, run) =>
      translated(async () =>
        blaming(await queriesOf(id).prepare(payload, user, run.timeZone, withoutKeys), (query) => {
          ofResult(query.context.request);

          return runExport(query, run);
        }),
      ),
    runAction: (id, action, payload, user, run) =>
      translated(async () => {
        const found = findAction(get(id), action);

        return blaming(await queriesOf(id).prepare(payload, user, run?.timeZone, withoutKeys), (query) => {
          ofResult(query.context.request);

          return runAction(query, action, found, run);
        });
      }),
    async check() {
      const faults = new Map<Table, readonly TemplateFault[]>();
      for (const table of tables().values()) {
        faults.set(table, await checkQuery(runtime, table));
      }

      return faults;
    },
    faults: () => translated(() => faultsOf(options, config, runtime)),
    advise: (advising = {}) =>
      translated(() => {
        const advised = advising.tables?.map(get) ?? [...tables().values()];

        return adviseIndexes(runtime, advised, advising);
      }),
  };
}

/** Validates and compiles every definition; the faults of all of them are told at once. */
function compileAll(options: TablesOptions, config: TableConfig): ReadonlyMap<string, Table> {
  const { definitions, enums = {}, development = process.env.NODE_ENV !== 'production' } = options;

  if (shouldValidate(config, development)) {
    const reports = definitions.flatMap((definition) => {
      const faults = templateFaults(definition, options, config);

      return faults.length === 0 ? [] : [formatTemplateFaults(sourceOf(definition), faults)];
    });

    if (reports.length > 0) throw new TableError('tables.invalid_template', reports.join('\n\n'));
  }

  const tables = new Map<string, Table>();

  for (const definition of definitions) {
    const table = compileTable(definition, config, enums);
    if (tables.has(table.id)) {
      throw new TableError(
        'tables.invalid_template',
        `Two tables have the routePrefix "${table.id}". Give each its own: it names their routes.`,
      );
    }
    assertActions(table.id, definition);
    tables.set(table.id, table);
  }

  return tables;
}

/** What is done with all rows of a result must not take the request of one row for it. */
function ofResult(request: TableRequest): TableRequest {
  if (request.row === null) return request;

  throw new TableError('tables.invalid_request', 'meta.row: Only the data route reads one row.', {
    fields: { 'meta.row': ['Only the data route reads one row. Leave it out for exports and actions.'] },
  });
}

/** Runs a request, and says whose fault a value is that the database refuses. */
async function blaming<T>(query: TableQuery, run: (query: TableQuery) => Promise<T>): Promise<T> {
  try {
    return await run(query);
  } catch (error) {
    throw isUnacceptableValue(error) && !isOfApplication(error) ? await valueFault(query, error) : error;
  }
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isOfApplication(error) ? error : translate(error);
  }
}

function translate(error: unknown): unknown {
  const cause = { cause: error };

  if (isUnavailable(error)) {
    return new TableError(
      'tables.database_unavailable',
      'The database does not answer. Try again in a moment.',
      cause,
    );
  }
  if (isStatementTimeout(error)) {
    return new TableError(
      'tables.query_timeout',
      'The query took too long, and the database ended it. Narrow the search or the filters and try again.',
      cause,
    );
  }
  if (isLockTimeout(error)) {
    return new TableError(
      'tables.busy',
      'Another transaction has locked the table or its rows. Try again in a moment.',
      cause,
    );
  }

  return error;
}
