import { type TableConfig, type TableDefinition, TableError, type TemplateFault } from '@rowhouse/tables';
import {
  assertActions,
  compileTable,
  type FaultOptions,
  sourceOf,
  type TableRuntime,
  templateFaults,
} from '@rowhouse/tables/internal';
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
