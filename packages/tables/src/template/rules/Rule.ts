import type { RouteRegistry } from '../../RouteRegistry.ts';
import type { SoundPart } from '../SoundPart.ts';
import type { TemplateInput } from '../schema.ts';
import type { TableConfig } from '../TableConfig.ts';
import type { TemplateFault } from '../TemplateFault.ts';

export type SoundTemplate = SoundPart<TemplateInput>;
export type SoundColumn = SoundPart<TemplateInput['columns'][number]>;
export type SoundButton = SoundPart<Extract<NonNullable<TemplateInput['buttons']>[number], object>>;

/** What a template is checked against, beside its schema. */
export interface RuleContext {
  readonly config: TableConfig;
  /** Names of the columns that the table definition computes in SQL. */
  readonly expressions: readonly string[];
  /** Null where they are not known: names of them are not checked then. */
  readonly enums: readonly string[] | null;
  readonly resources: readonly string[] | null;
  readonly routes: RouteRegistry | null;
  /** Names of the routes that the table needs for itself. */
  readonly requiredRoutes: readonly string[];
  /** Route suffixes of the actions that the table definition has. */
  readonly actions: readonly string[];
}

/** One concern of validation, beyond what the schema can say. Pure. */
export type Rule = (template: SoundTemplate, context: RuleContext) => TemplateFault[];
