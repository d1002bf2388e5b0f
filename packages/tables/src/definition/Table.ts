import { LRUCache } from 'lru-cache';
import { TableError } from '../errors.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import { configInLocale } from '../template/configInLocale.ts';
import { resolveTemplate } from '../template/resolveTemplate.ts';
import type { TemplateInput } from '../template/schema.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import type { Template } from '../template/Template.ts';
import type { EnumMap, TableDefinition } from './defineTable.ts';
import { hasFiles, withFileNames } from './fileRules.ts';
import { requestRules } from './requestRules.ts';
import { summaryRules } from './summaryRules.ts';
import type { TableAction } from './TableAction.ts';
import { actionsOf } from './tableActions.ts';

/** A definition with its resolved template and its allow-list. Frozen; created once. */
export interface Table {
  /** The template's routePrefix; unique in an application. */
  readonly id: string;
  readonly definition: TableDefinition;
  readonly template: Template;
  readonly config: TableConfig;
  readonly rules: RequestRules;
  readonly enums: Readonly<Record<string, EnumMap>>;
  readonly routeNames: TableRouteNames;
  /** The actions of the template and of the definition, by the route suffix of their button. */
  readonly actions: Readonly<Record<string, TableAction>>;
}

/** Full names of the table's own routes. */
export interface TableRouteNames {
  readonly init: string;
  readonly data: string;
  readonly exportExcel: string;
  /** The route of cells and of the form of a record; null for a table without both. */
  readonly edit: string | null;
  /** The route that changes several cells together; null for a table without editable cells. */
  readonly cells: string | null;
  /** Null where the definition does not let users do it. */
  readonly create: string | null;
  readonly store: string | null;
  readonly update: string | null;
  readonly destroy: string | null;
  readonly import: string | null;
  /** The routes that take the files of fields, and return them; null for a table without such fields. */
  readonly storeFile: string | null;
  readonly updateFile: string | null;
  readonly file: string | null;
}

export function routeNames(definition: TableDefinition, config: TableConfig): TableRouteNames {
  const { routePrefix, dataRouteSuffix } = definition.template as TemplateInput;
  const { edit, records } = definition;
  const holdsFiles = hasFiles(definition);
  const nameIf = (isServed: unknown, suffix: string) => (isServed ? `${routePrefix}.${suffix}` : null);

  return {
    init: `${routePrefix}.${definition.initRouteSuffix ?? 'init'}`,
    data: `${routePrefix}.${dataRouteSuffix ?? config.dataRouteSuffix}`,
    exportExcel: `${routePrefix}.exportExcel`,
    edit: nameIf(edit ?? records?.update, 'edit'),
    cells: nameIf(edit, 'edit.cells'),
    create: nameIf(records?.create, 'create'),
    store: nameIf(records?.create, 'store'),
    update: nameIf(records?.update, 'update'),
    destroy: nameIf(records?.delete, 'destroy'),
    import: nameIf(records?.create && records.import, 'import'),
    storeFile: nameIf(records?.create && holdsFiles, 'store.file'),
    updateFile: nameIf(records?.update && holdsFiles, 'update.file'),
    file: nameIf(holdsFiles, 'file'),
  };
}

/** A definition whose template has been validated, made ready to be served. */
export function compileTable(
  definition: TableDefinition,
  config: TableConfig,
  applicationEnums: Readonly<Record<string, EnumMap>> = {},
): Table {
  const template = withFileNames(resolveTemplate(definition.template as TemplateInput, config), definition);
  if (template.live && definition.key?.length === 0) {
    throw new TableError(
      'tables.invalid_template',
      `The table "${template.routePrefix}" is live, but its rows have no unique key. Give the definition a \`key\` of ` +
        'columns that are unique, or remove `live` from the template.',
    );
  }
  if (definition.live && !template.live) {
    throw new TableError(
      'tables.invalid_template',
      `The definition of the table "${template.routePrefix}" has \`live.sources\`, but the table is not live. Set \`live\` to ` +
        'true in its template, or remove `live` from the definition.',
    );
  }
  const enums = { ...applicationEnums, ...definition.enums };

  return Object.freeze({
    id: template.routePrefix,
    definition,
    template,
    config,
    enums,
    rules: Object.freeze({
      ...requestRules(template, enums, definition.filterParams, config.limits, definition.searchKeys),
      summaries: summaryRules(template, definition),
    }),
    routeNames: routeNames(definition, config),
    actions: Object.freeze(actionsOf(definition)),
  });
}

/** Most languages of a table that are kept. */
const mostLocales = 20;
const localised = new WeakMap<Table, LRUCache<string, Table>>();

/** A table whose formats are those of a language where they are not set; the same table without a locale. */
export function tableInLocale(table: Table, locale: string | null | undefined): Table {
  if (locale === null || locale === undefined) return table;
  const known = localised.get(table) ?? new LRUCache({ max: mostLocales });
  const found = known.get(locale) ?? createInLocale(table, locale);
  known.set(locale, found);
  localised.set(table, known);

  return found;
}

function createInLocale(table: Table, locale: string): Table {
  const { definition, config } = table;

  return Object.freeze({
    ...table,
    config: configInLocale(config, locale),
    template: withFileNames(
      resolveTemplate(definition.template as TemplateInput, config, locale),
      definition,
    ),
  });
}
