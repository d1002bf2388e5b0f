/** What a template's `source` names: `shop:sales.orders`. */
interface TemplateSource {
  /** Name of a served database; null where it names none. */
  readonly database: string | null;
  /** `table` or `schema.table`. */
  readonly table: string;
}

/** Null for a template without a source. */
export function sourceOf(template: unknown): TemplateSource | null {
  const { source } = (template ?? {}) as { readonly source?: unknown };
  if (typeof source !== 'string') return null;
  const [, database = null, table = ''] = /^(?:([A-Za-z][\w-]*):)?(.*)$/.exec(source) ?? [];

  return { database, table };
}
