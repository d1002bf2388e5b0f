import { type DatabaseNames, tableLabel } from '@rowhouse/tables/internal';
import { isSpeakable } from '../make/columnTemplate.ts';
import type { DescribedTable } from '../make/DescribedTable.ts';
import { namesOf, namingRemedy, reasonAgainstNaming } from '../make/hostDatabase.ts';
import type { IntrospectionNote } from './IntrospectedTable.ts';

/** Why a table cannot be served, according to the catalogue; null if it can. */
export function refusalOf(table: DescribedTable): IntrospectionNote | null {
  const label = tableLabel(table);

  if (!table.isReadable) {
    return {
      table: label,
      reason: 'The connected user may not read it.',
      remedy: 'Grant the user USAGE on its schema and SELECT on it, or leave it as it is.',
    };
  }
  if (!isSpeakable(table.name) || !isSpeakable(table.schema)) {
    return {
      table: label,
      reason: 'Its name, or that of its schema, has a dot, a quote or outer blanks.',
      remedy: 'Make a view of it under another name.',
    };
  }
  if (table.isUnfilled) {
    return {
      table: label,
      reason: 'The materialized view was never filled.',
      remedy: 'Run REFRESH MATERIALIZED VIEW, then start again.',
    };
  }
  if (table.columns.length === 0) {
    return table.kind === 'view'
      ? {
          table: label,
          reason: 'The view cannot be read: something that it selects from is missing or has changed.',
          remedy: 'Make the view again, or drop it.',
        }
      : { table: label, reason: 'It has no columns.', remedy: 'Add a column, or drop it.' };
  }

  return null;
}

/** Why a table has no columns to show. */
export function emptyNote(table: DescribedTable): IntrospectionNote {
  return {
    table: tableLabel(table),
    reason: 'All of its columns are left out.',
    remedy: 'Name the columns that may be shown, by `leaveOut`.',
  };
}

/** The reason for a table that no query can name, because a plugin renames tables. */
export function unnamedNote(table: DescribedTable, names: DatabaseNames): IntrospectionNote {
  return {
    table: tableLabel(table),
    reason: reasonAgainstNaming(namesOf(table), names) ?? '',
    remedy: namingRemedy,
  };
}
