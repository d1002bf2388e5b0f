import type { ExportFileFormat } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { TableRequest } from '../request/TableRequest.ts';
import type { StoredColumn } from '../rows/readDate.ts';
import { storedColumn } from '../rows/storedColumn.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { ExportColumn, ExportDate, ExportFormat, ExportSheet } from './ExportWriter.ts';

type Translate = (text: string) => string;

/** How the columns of an export are written. Throws what `exportedColumns` throws. */
export function planSheet(
  query: TableQuery,
  {
    format,
    translate = (text) => text,
  }: { readonly format: ExportFileFormat; readonly translate?: Translate | undefined },
): ExportSheet {
  const { table, context } = query;

  return {
    name: translate(table.template.name),
    columns: exportedColumns(table, context.request, format).map((column) =>
      exportColumn(column, query, translate),
    ),
  };
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

/** Columns of a sheet: programs refuse a file with more as damaged. */
const sheetColumns = 16_384;

/**
 * The columns of an export, in the order of the template. Left out are those that are rogue or not exportable, and
 * those that are not visible: by what the request says of them, or else by the template. Throws
 * `tables.invalid_request` when the format cannot hold them.
 */
export function exportedColumns(
  { template }: Table,
  request: TableRequest,
  format: ExportFileFormat,
): readonly TemplateColumn[] {
  const columns = template.columns.filter((column) => isExported(column, request));

  if (format === 'xlsx' && columns.length > sheetColumns) {
    throw new TableError('tables.invalid_request', 'The table has too many columns for a spreadsheet.', {
      fields: {
        columns: [
          `${columns.length} columns are visible, and a sheet has at most ${sheetColumns}. Hide some, or export as csv.`,
        ],
      },
    });
  }

  return columns;
}

function isExported({ name, meta }: TemplateColumn, request: TableRequest): boolean {
  if (meta.rogue || meta.notExportable || request.hidden.includes(name)) {
    return false;
  }

  return meta.visible || request.shown.includes(name);
}
