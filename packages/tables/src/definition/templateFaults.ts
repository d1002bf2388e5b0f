import type { RouteRegistry } from '../RouteRegistry.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';
import { validateTemplate } from '../template/validateTemplate.ts';
import type { EnumMap, TableDefinition } from './defineTable.ts';
import { overridesRecords } from './recordsOf.ts';
import { routeNames } from './Table.ts';
import { actionsOf } from './tableActions.ts';

/** What tables are validated against. */
export interface FaultOptions {
  readonly definitions: readonly TableDefinition[];
  readonly enums?: Readonly<Record<string, EnumMap>>;
  readonly routes?: RouteRegistry;
  readonly clientRoutes?: readonly string[];
  /** Set if the tables have an export route. */
  readonly exports?: object;
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
    hasRecords: overridesRecords(definition),
    fields: definition.edit ? Object.keys(definition.records?.fields ?? {}) : [],
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
  const { exportExcel, cells: _cells, ...others } = routeNames(definition, config);

  return [...Object.values(others), exports ? exportExcel : null].filter((name) => name !== null);
}

/** File of a definition's template, for messages. */
export function sourceOf({ source, template }: TableDefinition): string {
  const prefix = (template as { routePrefix?: unknown } | null)?.routePrefix;

  return source ?? (typeof prefix === 'string' ? `of table "${prefix}"` : 'of a table without routePrefix');
}
