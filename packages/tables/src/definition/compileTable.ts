import { resolveTemplate } from '../template/resolveTemplate.ts';
import type { TemplateInput } from '../template/schema.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { EnumMap, TableDefinition } from './defineTable.ts';
import { requestRules } from './requestRules.ts';
import { routeNames } from './routeNames.ts';
import type { Table } from './Table.ts';

/** A definition whose template has been validated, made ready to be served. */
export function compileTable(
  definition: TableDefinition,
  config: TableConfig,
  applicationEnums: Readonly<Record<string, EnumMap>> = {},
): Table {
  const template = resolveTemplate(definition.template as TemplateInput, config);
  const enums = { ...applicationEnums, ...definition.enums };

  return Object.freeze({
    id: template.routePrefix,
    definition,
    template,
    config,
    enums,
    rules: requestRules(template, enums, definition.filterParams, config.limits),
    routeNames: routeNames(definition, config),
  });
}
