import { TableError } from '../errors.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import { resolveTemplate } from '../template/resolveTemplate.ts';
import type { TemplateInput } from '../template/schema.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { Template } from '../template/Template.ts';
import type { EnumMap, TableDefinition } from './defineTable.ts';
import { requestRules } from './requestRules.ts';
import { summaryRules } from './summaryRules.ts';

/** A definition with its template resolved and its allow-list derived. Frozen; made once. */
export interface Table {
  /** The template's routePrefix; unique in an application. */
  readonly id: string;
  readonly definition: TableDefinition;
  readonly template: Template;
  readonly config: TableConfig;
  readonly rules: RequestRules;
  readonly enums: Readonly<Record<string, EnumMap>>;
  readonly routeNames: TableRouteNames;
}

/** Full names of the routes that a table needs for itself. */
interface TableRouteNames {
  readonly init: string;
  readonly data: string;
  readonly exportExcel: string;
  /** Null for a table without `edit`. */
  readonly edit: string | null;
}

export function routeNames(definition: TableDefinition, config: TableConfig): TableRouteNames {
  const { routePrefix, dataRouteSuffix } = definition.template as TemplateInput;

  return {
    init: `${routePrefix}.${definition.initRouteSuffix ?? 'init'}`,
    data: `${routePrefix}.${dataRouteSuffix ?? config.dataRouteSuffix}`,
    exportExcel: `${routePrefix}.exportExcel`,
    edit: definition.edit ? `${routePrefix}.edit` : null,
  };
}

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
    rules: Object.freeze({
      ...requestRules(template, enums, definition.filterParams, config.limits),
      summaries: summaryRules(template, definition),
    }),
    routeNames: routeNames(definition, config),
  });
}

const largestChunk = 1000;

/** What TypeScript sees of actions where they are defined in it. Throws `tables.invalid_template`. */
export function assertActions(tableId: string, { actions = {}, key }: TableDefinition): void {
  for (const [name, { row, rows, chunkSize = 1, onFailure = 'continue' }] of Object.entries(actions)) {
    const refuse = (problem: string, remedy: string): never => {
      throw new TableError(
        'tables.invalid_template',
        `The action "${name}" of table "${tableId}" ${problem}. ${remedy}`,
      );
    };

    if (key?.length === 0) {
      refuse(
        'belongs to a table without a unique key',
        'Give the definition a `key` of columns that are unique.',
      );
    }
    if (Boolean(row) === Boolean(rows)) {
      refuse(
        row ? 'has both row() and rows()' : 'has neither row() nor rows()',
        'Give row() to be called for each row, or rows() to be called for a chunk of them.',
      );
    }
    if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > largestChunk) {
      refuse(`has the chunkSize ${chunkSize}`, `Give a whole number from 1 to ${largestChunk}.`);
    }
    if (onFailure !== 'continue' && onFailure !== 'stop') {
      refuse(`has onFailure: ${JSON.stringify(onFailure)}`, "Give 'continue' or 'stop'.");
    }
  }
}
