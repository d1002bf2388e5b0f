import { templateRecords } from '../template/templateRecords.ts';
import type { TableEdit } from './TableEdit.ts';
import type { TableRecords } from './TableRecords.ts';

interface Writing {
  readonly records?: TableRecords;
  readonly edit?: TableEdit;
}

interface Declared extends Writing {
  readonly template: unknown;
}

/** How records and cells of a template are written; a definition that has it itself keeps its own. */
export function writingOf({ template, records, edit }: Declared): Writing {
  const declared = records ? null : templateRecords(template);
  if (declared === null) return { ...(records && { records }), ...(edit && { edit }) };
  // A way that is false is missing.
  const ways = Object.entries(declared).filter(([, value]) => value !== false);
  const cells = edit ?? (declared.update && hasEditableCells(template) ? {} : undefined);

  return { records: Object.fromEntries(ways) as unknown as TableRecords, ...(cells && { edit: cells }) };
}

function hasEditableCells(template: unknown): boolean {
  const { columns } = template as { readonly columns?: unknown };
  const isTagged = (column: unknown) => {
    const { meta } = (column ?? {}) as { readonly meta?: unknown };

    return Array.isArray(meta) && meta.includes('editable');
  };

  return Array.isArray(columns) && columns.some(isTagged);
}

/** Whether a definition has records although its template has them, too. */
export function overridesRecords({ template, records }: Declared): boolean {
  const declared = templateRecords(template);

  return declared !== null && records?.fields !== declared.fields;
}
