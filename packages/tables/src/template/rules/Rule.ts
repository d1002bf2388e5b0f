import type { RouteRegistry } from '../../RouteRegistry.ts';
import type { TemplateInput } from '../schema.ts';
import type { TableConfig } from '../TableConfig.ts';
import type { TemplateFault } from '../TemplateFault.ts';

/**
 * A value without the parts that its schema refuses, so that rules need not check types again. A refused member is
 * `undefined`, but present: rules can distinguish it from a missing one, and do not report it again.
 */
export type SoundValue<T> = T extends readonly (infer Item)[]
  ? readonly (SoundValue<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: SoundValue<T[Key]> | undefined }
    : T;

/** The valid items of a list, each with its index. */
export function soundItems<Item>(
  list: readonly (Item | undefined)[] | undefined,
): { readonly item: Item; readonly index: number }[] {
  return (list ?? []).flatMap((item, index) => (item === undefined ? [] : [{ item, index }]));
}

/** Whether a member is missing: neither valid nor refused. */
export function isAbsent(value: object, key: string): boolean {
  return !Object.hasOwn(value, key);
}

export type SoundTemplate = SoundValue<TemplateInput>;
export type SoundColumn = SoundValue<TemplateInput['columns'][number]>;
export type SoundButton = SoundValue<Extract<NonNullable<TemplateInput['buttons']>[number], object>>;

/** What a template is validated against, besides its schema. */
export interface RuleContext {
  readonly config: TableConfig;
  /** Names of the columns that the table definition computes in SQL. */
  readonly expressions: readonly string[];
  /** Null if unknown: names are not checked then. */
  readonly enums: readonly string[] | null;
  readonly resources: readonly string[] | null;
  readonly routes: RouteRegistry | null;
  /** Names of the client's routes; null if unknown: router buttons are not checked then. */
  readonly clientRoutes: readonly string[] | null;
  /** Names of the table's own routes. */
  readonly requiredRoutes: readonly string[];
  /** Route suffixes of the actions that the table definition has. */
  readonly actions: readonly string[];
  /** Names of the columns that the table definition writes; null if unknown. */
  readonly edits: readonly string[] | null;
  /** Names of the fields of records, whose columns may be editable, too. */
  readonly fields: readonly string[];
  /** Whether the table definition has records of its own. */
  readonly hasRecords: boolean;
}

/** One aspect of validation that the schema cannot express. Pure. */
export type Rule = (template: SoundTemplate, context: RuleContext) => TemplateFault[];
