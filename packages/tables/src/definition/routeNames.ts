import type { TemplateInput } from '../template/schema.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { TableDefinition } from './defineTable.ts';

/** Full names of the routes that a table needs for itself. */
export interface TableRouteNames {
  readonly init: string;
  readonly data: string;
  readonly exportExcel: string;
}

export function routeNames(definition: TableDefinition, config: TableConfig): TableRouteNames {
  const { routePrefix, dataRouteSuffix } = definition.template as TemplateInput;

  return {
    init: `${routePrefix}.${definition.initRouteSuffix ?? 'init'}`,
    data: `${routePrefix}.${dataRouteSuffix ?? config.dataRouteSuffix}`,
    exportExcel: `${routePrefix}.exportExcel`,
  };
}
