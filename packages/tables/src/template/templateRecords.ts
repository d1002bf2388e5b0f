import type { Static } from 'typebox';
import type { recordsSchema } from './recordsSchema.ts';

/** The records of a template: without functions. */
export type TemplateRecords = Static<typeof recordsSchema>;

/** Null without them. Accepts any template: routes are registered before templates are validated. */
export function templateRecords(template: unknown): TemplateRecords | null {
  const { records } = (template ?? {}) as { readonly records?: unknown };
  if (typeof records !== 'object' || records === null) return null;
  const { fields } = records as Partial<TemplateRecords>;

  return typeof fields === 'object' && fields !== null ? (records as TemplateRecords) : null;
}
