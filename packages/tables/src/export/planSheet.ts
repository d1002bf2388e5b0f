import type { TableQuery } from '../prepare/TableQuery.ts';
import type { StoredColumn } from '../rows/readDate.ts';
import { storedColumn } from '../rows/storedColumn.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { ExportColumn, ExportDate, ExportFormat, ExportSheet } from './ExportSheet.ts';

type Translate = (text: string) => string;

/**
 * The columns of an export, in the order of the template. Left out are those that are rogue or not exportable, and
 * those that are not visible: by what the request says of them, or else by the template.
 */
export function planSheet(
  query: TableQuery,
  { translate = (text) => text }: { readonly translate?: Translate | undefined },
): ExportSheet {
  const { template } = query.table;

  return {
    name: translate(template.name),
    columns: template.columns
      .filter((column) => isExported(column, query))
      .map((column) => exportColumn(column, query, translate)),
  };
}

function isExported({ name, meta }: TemplateColumn, { context: { request } }: TableQuery): boolean {
  if (meta.rogue || meta.notExportable || request.hidden.includes(name)) {
    return false;
  }

  return meta.visible || request.shown.includes(name);
}

function exportColumn(column: TemplateColumn, query: TableQuery, translate: Translate): ExportColumn {
  const path = column.name.split('.');

  return {
    header: translate(column.label),
    path,
    format: exportFormat(column, storedColumn(path, query), query, translate),
  };
}

function exportFormat(
  column: TemplateColumn,
  stored: StoredColumn,
  query: TableQuery,
  translate: Translate,
): ExportFormat {
  const { table } = query;
  const { meta, number } = column;
  const date = exportDate(column, stored, query);

  if (number || meta.cents) return { kind: 'number', number, cents: meta.cents };
  if (meta.date || meta.datetime) return { kind: 'date', date };
  if (meta.boolean) return { kind: 'boolean' };
  if (column.enum !== null) return { kind: 'enum', labels: enumLabels(table.enums[column.enum], translate) };
  if (isStoredNumber(column, stored)) return { kind: 'number', number: null, cents: false };

  return { kind: 'plain', date, translate: meta.translatable ? translate : null };
}

function exportDate(
  { dateFormat, meta }: TemplateColumn,
  stored: StoredColumn,
  { table: { config, template }, context }: TableQuery,
): ExportDate {
  const isDay = meta.date || stored.kind === 'date';

  return {
    pattern: dateFormat ?? (isDay ? template.dateFormat : config.datetimeFormat),
    timeZone: context.timeZone,
    stored,
  };
}

/** Drivers give large and exact numbers as text. Values that a row function made are what they are. */
function isStoredNumber({ meta }: TemplateColumn, { kind }: StoredColumn): boolean {
  return !meta.method && !meta.translatable && (kind === 'integer' || kind === 'decimal' || kind === 'float');
}

function enumLabels(
  labels: Readonly<Record<string, string>> = {},
  translate: Translate,
): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, translate(label)]));
}
