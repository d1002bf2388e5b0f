import type { AnyRow } from '../definition/TableContext.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';

const longestName = 200;

/**
 * Display name of a row: the texts of the columns that the template names for it, otherwise the first among the visible
 * columns; undefined if the row has none.
 */
export function rowName(
  row: AnyRow,
  template: Pick<Template, 'columns' | 'rowName' | 'strip'>,
): string | undefined {
  const texts = nameColumns(template).flatMap(({ name }) => {
    const value = row[name];

    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const text = template.rowName ? texts.join(' ') : (texts[0] ?? '');
  if (text === '') return undefined;

  return text.length > longestName ? `${text.slice(0, longestName).toWellFormed()}…` : text;
}

/** The columns that name rows: all of those of the template's `rowName`, otherwise the first with a text. */
export function nameColumns({
  columns,
  rowName: names,
  strip,
}: Pick<Template, 'columns' | 'rowName' | 'strip'>): readonly TemplateColumn[] {
  const naming = names
    ? names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    : columns.filter(({ meta }) => meta.visible);

  return naming.filter((column) => isText(column) && !strip.includes(column.name));
}

/** Keys of enumerations, numbers and dates differ from what is on the screen. */
function isText({ meta, number, enum: keys, resource }: TemplateColumn): boolean {
  const { rogue, boolean, icon, date, datetime, cents, method } = meta;
  const isOther = rogue || boolean || icon || date || datetime || cents || method;

  return !isOther && number === null && keys === null && resource === null;
}
