import type { EnumMap, TableDefinition } from '../definition/defineTable.ts';
import { compileTable, routeNames } from '../definition/Table.ts';
import { actionsOf, assertActions } from '../definition/tableActions.ts';
import { TableError } from '../errors.ts';
import type { RouteRegistry } from '../RouteRegistry.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';
import { validateTemplate } from '../template/validateTemplate.ts';
import { checkQuery } from './checkQuery.ts';

/** The faults of one table. */
export interface TableFaults {
  /** routePrefix of the table; null if the template has none. */
  readonly table: string | null;
  /** File of the template: the definition's `source`. */
  readonly source: string;
  /** Empty for a valid table. */
  readonly faults: readonly TemplateFault[];
}

/** What tables are validated against. */
export interface FaultOptions {
  readonly definitions: readonly TableDefinition[];
  readonly enums?: Readonly<Record<string, EnumMap>>;
  readonly routes?: RouteRegistry;
  readonly clientRoutes?: readonly string[];
  /** Set if the tables have an export route. */
  readonly exports?: object;
}

/** The faults of all tables, one entry for each definition. */
export async function faultsOf(
  options: FaultOptions,
  config: TableConfig,
  runtime: TableRuntime,
): Promise<readonly TableFaults[]> {
  await runtime.catalogue.refresh();
  const reports: TableFaults[] = [];
  const ids = new Set<string>();

  for (const definition of options.definitions) {
    const prefix = (definition.template as { routePrefix?: unknown } | null)?.routePrefix;
    const table = typeof prefix === 'string' ? prefix : null;
    const own = templateFaults(definition, options, config);
    const faults = own.length > 0 ? own : await compiledFaults(definition, options, config, runtime, ids);
    reports.push({ table, source: sourceOf(definition), faults });
  }

  return reports;
}

/** The faults of a table whose template is valid. */
async function compiledFaults(
  definition: TableDefinition,
  { enums = {} }: FaultOptions,
  config: TableConfig,
  runtime: TableRuntime,
  ids: Set<string>,
): Promise<readonly TemplateFault[]> {
  try {
    const table = compileTable(definition, config, enums);
    assertActions(table.id, definition);
    if (ids.has(table.id)) return [sharedPrefix(table.id)];
    ids.add(table.id);

    return await checkQuery(runtime, table);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;

    return [
      { path: '', code: 'query', problem: error.message, remedy: 'See docs/guides/defining-a-table.md.' },
    ];
  }
}

function sharedPrefix(id: string): TemplateFault {
  return {
    path: 'routePrefix',
    code: 'duplicate',
    problem: `Two tables have the routePrefix ${JSON.stringify(id)}.`,
    remedy: 'Give each its own: it names their routes.',
  };
}

/** The faults of a template by itself, and against the routes if they are given. */
export function templateFaults(
  definition: TableDefinition,
  options: FaultOptions,
  config: TableConfig,
): readonly TemplateFault[] {
  const { enums = {}, routes, clientRoutes } = options;

  return validateTemplate(definition.template, {
    config,
    expressions: Object.keys(definition.expressions ?? {}),
    enums: Object.keys({ ...enums, ...definition.enums }),
    resources: Object.keys(definition.resources ?? {}),
    edits: Object.keys(definition.edit?.columns ?? {}),
    ...(clientRoutes && { clientRoutes }),
    ...(routes && {
      routes,
      requiredRoutes: requiredRoutes(definition, options, config),
      actions: Object.keys(actionsOf(definition)),
    }),
  });
}

/** Names of the table's own routes. */
function requiredRoutes(definition: TableDefinition, { exports }: FaultOptions, config: TableConfig) {
  const { init, data, exportExcel, edit } = routeNames(definition, config);

  return [init, data, ...(exports ? [exportExcel] : []), ...(edit === null ? [] : [edit])];
}

/** File of a definition's template, for messages. */
export function sourceOf({ source, template }: TableDefinition): string {
  const prefix = (template as { routePrefix?: unknown } | null)?.routePrefix;

  return source ?? (typeof prefix === 'string' ? `of table "${prefix}"` : 'of a table without routePrefix');
}
