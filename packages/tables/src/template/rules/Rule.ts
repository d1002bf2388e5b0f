import type { RouteRegistry } from '../../RouteRegistry.ts';
import type { TemplateInput } from '../schema.ts';
import type { TableConfig } from '../TableConfig.ts';
import type { TemplateFault } from '../TemplateFault.ts';

/**
 * What is left of a value when everything that its schema refuses is taken out, so that rules can read it
 * without asking again. A refused member stays present as `undefined`: a rule can tell it from one that was
 * not given, and keeps silent about it.
 */
export type SoundPart<T> = T extends readonly (infer Item)[]
  ? readonly (SoundPart<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: SoundPart<T[Key]> | undefined }
    : T;

/** The sound items of a list, each with its place in it. */
export function soundItems<Item>(
  list: readonly (Item | undefined)[] | undefined,
): { readonly item: Item; readonly index: number }[] {
  return (list ?? []).flatMap((item, index) => (item === undefined ? [] : [{ item, index }]));
}

/** Whether a member was not given at all: neither sound nor refused. */
export function isAbsent(value: object, key: string): boolean {
  return !Object.hasOwn(value, key);
}

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
  /** Names of the columns that the table definition writes; null where they are not known. */
  readonly edits: readonly string[] | null;
}

/** One concern of validation, beyond what the schema can say. Pure. */
export type Rule = (template: SoundTemplate, context: RuleContext) => TemplateFault[];
