import { TableError } from '../errors.ts';
import type { RouteRegistry } from '../RouteRegistry.ts';
import { simpleButtonWords } from './buttonSchema.ts';
import { checkSchema, schemaNode } from './checkSchema.ts';
import { defaultTableConfig } from './defaultTableConfig.ts';
import { actions } from './rules/actions.ts';
import { actionUpdates } from './rules/actionUpdates.ts';
import { buttonFields, buttonNames } from './rules/buttonFields.ts';
import { buttonPages, buttonRoutes } from './rules/buttonRoutes.ts';
import { columnData, columnNames, stripped } from './rules/columnData.ts';
import { columnOptions } from './rules/columnOptions.ts';
import { editable } from './rules/editable.ts';
import { filters } from './rules/filters.ts';
import type { Rule, RuleContext, SoundTemplate } from './rules/Rule.ts';
import { recordFields } from './rules/recordFields.ts';
import { aliases, defaultSort, references, rowName, searchModes } from './rules/references.ts';
import { requiredRoutes } from './rules/routeFault.ts';
import { type TemplateInput, templateSchema, templateSchemaWith } from './schema.ts';
import type { TableConfig } from './TableConfig.ts';
import { formatTemplateFaults, type TemplateFault } from './TemplateFault.ts';

export interface ValidationOptions {
  /** The configuration of the tables; `defaultTableConfig` by default. */
  readonly config?: TableConfig;
  /** Names of the columns that the table definition computes in SQL; none by default. */
  readonly expressions?: readonly string[];
  /** Names of the enumerations; not checked if missing. */
  readonly enums?: readonly string[];
  /** Names of the resources; not checked if missing. */
  readonly resources?: readonly string[];
  /** The application's routes; not checked if missing. */
  readonly routes?: RouteRegistry;
  /** Names of the client's routes, to which router buttons lead; not checked if missing. */
  readonly clientRoutes?: readonly string[];
  /** Full names of the table's own routes: init, data, export. */
  readonly requiredRoutes?: readonly string[];
  /** Route suffixes of the definition's actions, which need buttons; none by default. */
  readonly actions?: readonly string[];
  /** Names of the columns that the definition writes under `edit`; not checked if missing. */
  readonly edits?: readonly string[];
  readonly fields?: readonly string[];
  /** Whether the definition has records besides those of the template; false by default. */
  readonly hasRecords?: boolean;
}

const rules: readonly Rule[] = [
  aliases,
  searchModes,
  defaultSort,
  rowName,
  stripped,
  filters,
  buttonFields,
  buttonNames,
  columnNames,
  columnData,
  columnOptions,
  references,
  requiredRoutes,
  buttonRoutes,
  buttonPages,
  actions,
  actionUpdates,
  recordFields,
  editable,
];

/**
 * Returns all faults of a template; empty for a valid one. Never throws, whatever the input. A template without faults
 * can be passed to `resolveTemplate`.
 */
export function validateTemplate(input: unknown, options: ValidationOptions = {}): readonly TemplateFault[] {
  const context: RuleContext = {
    config: options.config ?? defaultTableConfig,
    expressions: options.expressions ?? [],
    enums: options.enums ?? null,
    resources: options.resources ?? null,
    routes: options.routes ?? null,
    clientRoutes: options.clientRoutes ?? null,
    requiredRoutes: options.requiredRoutes ?? [],
    actions: options.actions ?? [],
    edits: options.edits ?? null,
    fields: options.fields ?? [],
    hasRecords: options.hasRecords ?? false,
  };
  const { faults, sound } = checkSchema(schemaNode(schemaFor(context.config)), input);
  if (sound === undefined) return faults;
  // For members that the schema has refused, a rule's fault about a missing member would be confusing.
  const refused = new Set(faults.map(({ path }) => path));
  const semantic = rules
    .flatMap((rule) => rule(sound as SoundTemplate, context))
    .filter(({ path }) => !refused.has(path));
  return [...faults, ...semantic];
}

/** The template's schema with the names of all buttons that the configuration defines. */
function schemaFor({ buttons }: TableConfig) {
  const names = [...Object.keys(buttons.global), ...Object.keys(buttons.row)];
  const added = names.filter((name) => !Object.hasOwn(simpleButtonWords, name));
  if (added.length === 0) return templateSchema;
  const words = Object.fromEntries(added.map((name) => [name, `The configured button ${name}.`]));
  return templateSchemaWith({ ...simpleButtonWords, ...words });
}

/**
 * Throws `tables.invalid_template` with all faults in its message, unless the template is valid. `source`: its file,
 * for example `orders.json`.
 */
export function assertValidTemplate(
  source: string,
  input: unknown,
  options: ValidationOptions = {},
): asserts input is TemplateInput {
  const faults = validateTemplate(input, options);
  if (faults.length > 0) {
    throw new TableError('tables.invalid_template', formatTemplateFaults(source, faults));
  }
}
