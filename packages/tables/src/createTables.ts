import { isUnacceptableValue } from '@rowhouse/drivers';
import { say } from '@rowhouse/problems';
import type { DataResponse, EditResponse, InitResponse } from '@rowhouse/table-protocol';
import { keepsRows } from './actions/actionSteps.ts';
import { findAction } from './actions/runAction.ts';
import { type Capabilities, capabilitiesOf } from './Capabilities.ts';
import { type CellOperations, cellOperations } from './cells/cellOperations.ts';
import { editCell } from './cells/editCell.ts';
import { type CompiledTables, compiledTables } from './compiledTables.ts';
import { type ReadDataOptions, readData, type TableResponse } from './data/readData.ts';
import { readVerified } from './data/readVerified.ts';
import type { EnumMap, TableDefinition } from './definition/defineTable.ts';
import type { HasPermission, Permits } from './definition/Permits.ts';
import type { Table } from './definition/Table.ts';
import type { TableAction } from './definition/TableAction.ts';
import type { EditHooks } from './definition/TableEdit.ts';
import { referenceTablesFinder } from './edit/referenceTables.ts';
import { invalidField, type TableError } from './errors.ts';
import type { ExportJobs } from './export/ExportJobs.ts';
import { assertGroups } from './export/planGroups.ts';
import { type ExportResult, type ExportRun, runExport } from './export/runExport.ts';
import { type ImportOperations, importOperations } from './imports/importOperations.ts';
import { assertUsableFilters } from './init/assertUsableFilters.ts';
import type { Undoes } from './init/InitContext.ts';
import { type InitOptions, initTable } from './init/initTable.ts';
import { type ActionOperations, actionOperations, type WithAction } from './inputs/actionOperations.ts';
import type { TableQueries, TableQuery } from './prepare/tableQueries.ts';
import { valueFault } from './prepare/valueFault.ts';
import type { RouteRegistry } from './RouteRegistry.ts';
import { type FieldOperations, fieldOperations } from './records/fieldOperations.ts';
import { type FileOperations, fileOperations } from './records/fileOperations.ts';
import { mayTakeOthers } from './records/keptRecord.ts';
import { type RecordOperations, recordOperations } from './records/recordOperations.ts';
import { linkedQueries } from './related/linkedRows.ts';
import { type RecordTableOptions, type RelatedOptions, recordTableFinder } from './related/recordTables.ts';
import { relatedTables } from './related/relatedTables.ts';
import { assertKnownMembers } from './request/actionRequest.ts';
import type { TableRequest } from './request/TableRequest.ts';
import { isOfApplication } from './runtime/applicationErrors.ts';
import { type Observed, unobserved } from './runtime/Observation.ts';
import type { Bookmark, Replicas } from './runtime/Replicas.ts';
import { readSources } from './runtime/readSources.ts';
import {
  type DatabaseHandle,
  type RuntimeOptions,
  type TableRuntime,
  tableRuntime,
} from './runtime/TableRuntime.ts';
import { translated } from './runtime/translated.ts';
import { defaultTableConfig } from './template/defaultTableConfig.ts';
import type { TableConfig } from './template/TableConfig.ts';

export interface TablesOptions extends RuntimeOptions {
  readonly db: DatabaseHandle;
  readonly definitions: readonly TableDefinition[];
  /**
   * For development: called before each use of the tables. If it returns a different list, the tables are created again.
   * Ids, and so routes, have to be those of `definitions`. Its errors are thrown to the caller.
   */
  readonly refresh?: () => readonly TableDefinition[];
  /** `defaultTableConfig` when not given; `tableConfig({ … })` changes parts of it. */
  readonly config?: TableConfig;
  /** Name → key → label, for all tables. */
  readonly enums?: Readonly<Record<string, EnumMap>>;
  /**
   * Standbys that read pages, counts, facets and exports, from `openReplicas` of `@rowhouse/tables-postgres`. A request with a bookmark is only read
   * from a replica that has replayed its position; without a bookmark, from any replica. Without replicas, everything
   * is read from `db`.
   */
  readonly replicas?: Replicas;
  /**
   * What the kind of database does faster than others: `postgres()` of `@rowhouse/tables-postgres` reads pages by page marks and
   * exports by COPY. Defaults to none. Ignored on other kinds of database.
   */
  readonly capabilities?: Capabilities;
  /** True in development, where templates are always validated. Default: NODE_ENV is not `production`. */
  readonly development?: boolean;
  /** The queue of exports. Without it the tables have no export route. */
  readonly exports?: ExportJobs;
  /** Called around every change of a cell. */
  readonly edits?: EditHooks;
  /** The application's routes, against which templates are validated, and from which `init` takes its paths. */
  readonly routes?: RouteRegistry;
  /**
   * Names of the routes of the client, such as the pages of a Vue application: a router button without one is a fault of its
   * template. Not checked if missing.
   */
  readonly clientRoutes?: readonly string[];
  /**
   * Further tables of the same database that are served elsewhere, under `routes`: editors of foreign keys offer their rows,
   * too.
   */
  readonly referenced?: readonly TableDefinition[];
  /**
   * Whether a user may use the route of that name: `init` omits buttons and filters of other routes, and a foreign key refers to rows of
   * tables whose data route the user may use. Give it also where jobs run. Default: always true.
   */
  readonly permits?: Permits;
  /**
   * Whether a user has a permission that is no route's, such as one of a column (`columnPermissions`) or of a field. Defaults to
   * `permits`. Give it wherever tables are created, also where rows are exported: without both, all columns exist for all users.
   */
  readonly hasPermission?: HasPermission;
}

export interface ReadOptions {
  /** IANA name. Defaults to the configured zone. */
  readonly timeZone?: string | null;
  readonly signal?: AbortSignal;
  /**
   * The position that the client has written or read: with `replicas`, older data is never returned. Advanced by each
   * read.
   */
  readonly bookmark?: Bookmark;
}

export interface Tables extends ActionOperations {
  /** The options that they were created with. */
  readonly options: TablesOptions;
  readonly runtime: TableRuntime;
  /** All tables. The first use validates the templates and throws `tables.invalid_template` with every fault of each. */
  all(): readonly Table[];
  /** Throws `tables.not_found`. */
  get(id: string): Table;
  /**
   * The response of the init route. Paths are those of the `routes` of `createTables`; throws `tables.invalid_template`
   * if one is missing.
   */
  init(id: string, user?: unknown, options?: InitOptions): Promise<InitResponse>;
  /**
   * The request of a payload, as `exportRows` and `runAction` parse it; no row is read. Throws
   * `tables.malformed_request`, `tables.invalid_request`, `tables.forbidden` and `tables.database_unavailable`.
   */
  request(id: string, payload: unknown, user?: unknown, timeZone?: string | null): Promise<TableRequest>;
  /**
   * Responds to a data request; `payload` is a JSON body or the result of `decodeQuery`. Dates are filtered and shown in
   * `timeZone`, an IANA name. Defaults to the configured zone. An aborted `signal` also cancels the queries in the
   * database, and rejects with its reason. SQLite finishes a query that has started. Throws `tables.invalid_request` for
   * facets, statistics and groups: use `read` for them.
   */
  data(id: string, payload: unknown, user?: unknown, options?: ReadOptions): Promise<DataResponse>;
  /** What the data route returns: as `data`, or facets, statistics or groups if the payload requests them. */
  read(id: string, payload: unknown, user?: unknown, options?: ReadOptions): Promise<TableResponse>;
  /**
   * Writes all rows of a request to `run.output`, as a spreadsheet, from one snapshot of the database. Throws what `data`
   * throws, the signal's reason, and errors of the output.
   */
  exportRows(id: string, payload: unknown, user: unknown, run: ExportRun): Promise<ExportResult>;
  /**
   * Changes one cell; `payload` is an `EditPayload`. Times without a zone are those of `timeZone`, an IANA name; the
   * configured zone by default. Throws `tables.malformed_request`, `tables.invalid_request`, `tables.row_not_found`,
   * `tables.row_changed` with the row as it is now under `extensions.current`, `tables.edit_refused`, `tables.busy` and
   * `tables.database_unavailable`.
   */
  edit(
    id: string,
    payload: unknown,
    user?: unknown,
    options?: { readonly timeZone?: string | null },
  ): Promise<EditResponse>;
  /** Changing several cells together. */
  readonly cells: CellOperations;
  /** Creating, changing and deleting records of tables whose definition has `records`. */
  readonly records: RecordOperations;
  /** Fields of `records` in forms of the application. */
  readonly fields: FieldOperations;
  /** Files of fields of records. */
  readonly files: FileOperations;
  /** Importing files into tables whose definition has `records.import`. */
  readonly imports: ImportOperations;
}

/** For requests that are read only once: a key that is dropped in the meantime would not be noticed. */
const withoutKeys = (now?: Date) => ({ usesKeys: false, ...(now && { now }) });

/** The tables of an application, without HTTP. */
export function createTables(given: TablesOptions): Tables {
  const options = { ...given, hasPermission: given.hasPermission ?? given.permits };
  const config = options.config ?? defaultTableConfig;
  const runtime = tableRuntime(options.db, options);
  const { deepPages, readTexts } = capabilitiesOf(options.capabilities, runtime);
  const sources = readSources(runtime, options.replicas, options);
  const { all, get, ...compiled } = compiledTables(options, config, runtime);
  const known = referableTables(options, { runtime, all, ...compiled });
  const references = referenceTablesFinder(known);
  const related = { ...known, ...options, recordTables: recordTableFinder(known) };
  const queriesOf: typeof compiled.queriesOf = (...of) => linkedQueries(compiled.queriesOf(...of), related);

  const assertUsable = (table: Table, request: TableRequest, user: unknown) =>
    assertUsableFilters(table, request, options.permits, user);

  const read: Tables['read'] = (id, payload, user = null, { timeZone, ...reading } = {}) =>
    translated(() =>
      sources.read(
        (source, signal) =>
          readVerified(
            (options) => queriesOf(id, source).prepare(payload, user, timeZone, options),
            (query) =>
              blaming(query, async () => {
                await assertUsable(query.table, query.context.request, user);

                return readRequested(query, related, { signal, deepPages });
              }),
          ),
        reading,
      ),
    );

  /** Prepares the request of an action. */
  const withAction: WithAction = ({ id, action, payload, user, run }, use) =>
    translated(async () => {
      const found = findAction(get(id), action);
      assertKnownMembers(payload);

      return blaming(
        await queriesOf(id).prepare(payload, user, run?.timeZone, withoutKeys(run?.now)),
        async (query) => {
          await assertUsable(query.table, ofResult(query.context.request), user);

          return use(query, { name: action, action: found });
        },
      );
    });

  return {
    options: given,
    runtime,
    all,
    get,
    init: (id, user = null, initOptions = {}) =>
      translated(async () => {
        const { table, ...query } = await queriesOf(id).forInit(user, initOptions.timeZone);

        return initTable(table, user, {
          ...initOptions,
          ...query,
          ...(options.routes && { routes: options.routes }),
          ...(options.permits && { permits: options.permits }),
          hasPermission: options.hasPermission,
          references,
          undoes: (action) => undoesOf(action, { runtime, queries: queriesOf(id), user }),
        });
      }),
    request: (id, payload, user = null, timeZone) =>
      translated(async () => {
        const request = ofResult(await queriesOf(id).request(payload, user, timeZone));
        await assertUsable(get(id), request, user);
        if (request.grouped)
          assertGroups(await queriesOf(id).prepare(payload, user, timeZone, withoutKeys()));

        return request;
      }),
    read,
    async data(...request) {
      const response = await read(...request);
      if ('data' in response) return response;

      throw notAPage();
    },
    exportRows: (id, payload, user, run) =>
      translated(async () =>
        sources.export(
          async (source, signal) =>
            blaming(
              await queriesOf(id, source).prepare(payload, user, run.timeZone, withoutKeys(run.now)),
              async (query) => {
                await assertUsable(query.table, ofResult(query.context.request), user);

                return runExport(query, { ...run, readTexts, ...(signal && { signal }) });
              },
            ),
          { signal: run.signal, fromPrimary: run.fromPrimary ?? false },
        ),
      ),
    ...actionOperations({ ...options, runtime, references, withAction }),
    edit: (id, payload, user = null, { timeZone } = {}) =>
      translated(() =>
        editCell(queriesOf(id), payload, {
          ...{ user, timeZone, references, hooks: options.edits, hasPermission: options.hasPermission },
        }),
      ),
    cells: cellOperations({ ...options, runtime, get, queriesOf, references }),
    records: recordOperations({ ...options, runtime, get, queriesOf, references, related }),
    fields: fieldOperations({ ...options, runtime, get, queriesOf, references, related }),
    files: fileOperations({ ...options, runtime, all, get, queriesOf, references }),
    imports: importOperations({ ...options, get, queriesOf, references }),
  };
}

interface UndoingUser {
  readonly runtime: TableRuntime;
  readonly queries: TableQueries;
  readonly user: unknown;
}

/** What a user can undo of an action; null for nothing. */
async function undoesOf(
  action: TableAction,
  { runtime, queries, user }: UndoingUser,
): Promise<Undoes | null> {
  if (!(await keepsRows(action, { runtime, context: { user } }))) return null;
  const isPartial = action.delete && (await mayTakeOthers(queries, user));

  return isPartial ? 'part' : 'all';
}

function notAPage(): TableError {
  return invalidField(
    'meta',
    'Only read() returns facets, statistics, groups, names and related tables. Use it, or leave them out.',
  );
}

/** The tables whose rows others may refer to: those that are served here, and those that are served elsewhere. */
function referableTables(
  options: TablesOptions,
  { runtime, all, queriesOf }: Pick<CompiledTables, 'all' | 'queriesOf'> & { readonly runtime: TableRuntime },
): RecordTableOptions {
  const { config = defaultTableConfig, permits, referenced = [] } = options;
  const elsewhere = { ...options, definitions: referenced, refresh: undefined, validates: false };
  const further = compiledTables(elsewhere, config, runtime);

  const mayUse = async (user: unknown, name: string) =>
    permits === undefined || (user !== null && (await permits(user, name)));

  return {
    runtime,
    mayUse,
    all: () => [...all(), ...further.all()],
    queriesOf: ({ id }) => (all().some((table) => table.id === id) ? queriesOf(id) : further.queriesOf(id)),
    mayRead: async (user, { template, routeNames }) => template.auth || mayUse(user, routeNames.data),
  };
}

/** A page, or what the request reads instead. */
async function readRequested(
  query: TableQuery,
  related: RelatedOptions,
  options: ReadDataOptions,
): Promise<Observed<TableResponse>> {
  const { summary } = query.context.request;
  if (summary?.kind !== 'related') return readData(query, options);

  return { value: await relatedTables(query, summary.row, related), seen: unobserved };
}

/** Exports and actions are for all rows of a result, or of one of its groups. */
function ofResult(request: TableRequest): TableRequest {
  const { row, summary } = request;

  if (row !== null) {
    throw invalidField(
      'meta.row',
      'Only the data route reads one row. Leave it out for exports and actions.',
    );
  }
  if (summary && summary.kind !== 'groups') {
    throw invalidField(
      `meta.${summary.kind}`,
      say`Only the data route reads ${summary.kind}. Leave them out for exports and actions.`,
    );
  }

  return request;
}

/** Runs a request. If the database refuses a value, the error says whether the client or the query has to change. */
async function blaming<T>(query: TableQuery, run: (query: TableQuery) => Promise<T>): Promise<T> {
  try {
    return await run(query);
  } catch (error) {
    throw isUnacceptableValue(error) && !isOfApplication(error) ? await valueFault(query, error) : error;
  }
}
