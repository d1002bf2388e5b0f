import type { AnyRow } from '../definition/defineTable.ts';
import type { TemplateColumn } from '../template/Template.ts';

const longest = 200;

/** What a person knows a row by: the first text among the visible columns; undefined where the row has none. */
export function rowName(row: AnyRow, columns: readonly TemplateColumn[]): string | undefined {
  for (const column of columns) {
    const value = isText(column) ? row[column.name] : null;
    const text = typeof value === 'string' ? value.trim() : '';

    if (text !== '') return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
  }

  return undefined;
}

/** Rows of an action are not formatted: keys of enumerations, numbers and dates would not be those on the screen. */
function isText({ meta, number, enum: keys, resource }: TemplateColumn): boolean {
  const { visible, rogue, boolean, icon, date, datetime, cents, method } = meta;
  const isOther = rogue || boolean || icon || date || datetime || cents || method;

  return visible && !isOther && number === null && keys === null && resource === null;
}
