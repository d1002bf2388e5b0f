import { say } from '@rowhouse/problems';
import type { TableDefinition } from './definition/defineTable.ts';
import { hasFiles } from './definition/fileRules.ts';
import type { HasPermission } from './definition/Permits.ts';
import { assertColumnPermissions } from './definition/permittedColumns.ts';
import { compileTable, type Table } from './definition/Table.ts';
import { assertActions } from './definition/tableActions.ts';
import { type FaultOptions, sourceOf, templateFaults } from './definition/templateFaults.ts';
import { TableError } from './errors.ts';
import type { FileOptions } from './files/FieldFileStore.ts';
import { permittedQueries } from './prepare/permittedQueries.ts';
import { type TableQueries, tableQueries } from './prepare/tableQueries.ts';
import type { TableRuntime } from './runtime/TableRuntime.ts';
import { shouldValidate } from './template/defaultTableConfig.ts';
import type { TableConfig } from './template/TableConfig.ts';
import { formatTemplateFaults } from './template/TemplateFault.ts';

export interface CompileOptions extends FaultOptions {
  readonly refresh?: (() => readonly TableDefinition[]) | undefined;
  readonly development?: boolean;
  /** Whether a user has the permission of a column. Defaults to true for all. */
  readonly hasPermission?: HasPermission | undefined;
  /** Where fields keep files. */
  readonly files?: FileOptions | undefined;
  /** False for tables that are validated elsewhere. */
  readonly validates?: boolean;
}

export interface CompiledTables {
  all(): readonly Table[];
  /** Throws `tables.not_found`. */
  get(id: string): Table;
  queriesOf(id: string, source?: TableRuntime): TableQueries;
}

/** The tables of the current definitions, compiled at their first use, with their queries. */
export function compiledTables(
  options: CompileOptions,
  config: TableConfig,
  runtime: TableRuntime,
): CompiledTables {
  // Each replica has its own, since it may lag behind.
  let queries = new WeakMap<TableRuntime, Map<Table, TableQueries>>();
  let compiled: ReadonlyMap<string, Table> | null = null;
  let { definitions } = options;

  const tables = () => {
    const now = options.refresh?.() ?? definitions;
    if (now !== definitions) {
      // If these have faults, the previous tables stay in use.
      compiled = compileAll({ ...options, definitions: now }, config);
      definitions = now;
      queries = new WeakMap();
    }
    compiled ??= compileAll({ ...options, definitions }, config);

    return compiled;
  };
  const get = (id: string) => {
    const table = tables().get(id);
    if (!table) throw new TableError('tables.not_found', say`There is no table "${id}".`);

    return table;
  };

  return {
    all: () => [...tables().values()],
    get,
    queriesOf(id: string, source = runtime): TableQueries {
      const table = get(id);
      const ofSource = queries.get(source) ?? new Map<Table, TableQueries>();
      const known =
        ofSource.get(table) ??
        permittedQueries(table, options.hasPermission, (permitted) => tableQueries(source, permitted));
      queries.set(source, ofSource.set(table, known));

      return known;
    },
  };
}

/** Validates and compiles every definition; one error has the faults of all of them. */
function compileAll(options: CompileOptions, config: TableConfig): ReadonlyMap<string, Table> {
  const {
    definitions,
    enums = {},
    development = process.env.NODE_ENV !== 'production',
    validates = true,
  } = options;

  if (validates && shouldValidate(config, development)) {
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
    if (validates && !options.files) assertNoFiles(table);
    assertColumnPermissions(definition);
    tables.set(table.id, table);
  }

  return tables;
}

function assertNoFiles({ id, definition }: Table): void {
  if (!hasFiles(definition)) return;
  throw new TableError(
    'tables.invalid_template',
    `Fields of the records of table "${id}" hold files, and it is not known where these are. Pass \`files\` with a \`store\`, such as ` +
      'folderFiles(path), and `userId` to createTables, or to the plugin.',
  );
}
