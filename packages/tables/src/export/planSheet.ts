import { type EnglishText, say } from '@rowhouse/problems';
import type { ExportFileFormat, GroupStep } from '@rowhouse/table-protocol/internal';
import { isExportable } from '../definition/requestRules.ts';
import type { Table } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { TableRequest } from '../request/TableRequest.ts';
import { type StoredColumn, storedColumn } from '../rows/storedColumn.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { ExportColumn, ExportDate, ExportFormat, ExportSheet } from './ExportWriter.ts';
import { type ExportGroups, exportedGroups } from './planGroups.ts';
import { labelPath } from './readHeads.ts';

type Translate = (text: string) => string;

/** How the columns of an export are written. Throws what `exportedColumns` throws. */
export function planSheet(
  query: TableQuery,
  {
    format,
    groups = null,
    translate = (text) => text,
  }: {
    readonly format: ExportFileFormat;
    readonly groups?: ExportGroups | null;
    readonly translate?: Translate | undefined;
  },
): ExportSheet {
  const { table, context } = query;
  const columns = exportedColumns(table, context.request, format);

  return {
    name: translate(table.template.name),
    columns: [
      ...(groups ? groupColumns(groups, query, translate) : []),
      ...columns.map((column) => exportColumn(column, groups, query, translate)),
    ],
    levels: groups?.outlined ? groups.levels.length : 0,
  };
}

function exportColumn(
  column: TemplateColumn,
  groups: ExportGroups | null,
  query: TableQuery,
  translate: Translate,
): ExportColumn {
  const { name, number, meta } = column;
  const path = name.split('.');
  const stored = storedColumn(path, query);
  const hasTotal = groups?.totals.some((total) => total.name === name);

  return {
    header: translate(column.label),
    path,
    format: exportFormat(column, stored, query, translate),
    head: hasTotal
      ? { kind: 'total', name, format: { kind: 'number', number, cents: meta.cents, scale: stored.scale } }
      : null,
  };
}

/** The labels of groups, one column per level; and, if groups have their own lines, the number of their rows. */
function groupColumns(
  { levels, outlined }: ExportGroups,
  query: TableQuery,
  translate: Translate,
): readonly ExportColumn[] {
  const labels = levels.map(({ column, group: { step } }, level): ExportColumn => {
    const label = translate(column.label);

    return {
      header: step === null ? label : `${label} (${translate(step satisfies EnglishText)})`,
      path: [labelPath(level)],
      format: labelFormat(column, step, query, translate),
      head: { kind: 'label', level, empty: translate('empty' satisfies EnglishText) },
    };
  });
  const count: ExportColumn = {
    header: translate('Rows' satisfies EnglishText),
    path: [labelPath(levels.length)],
    format: { kind: 'number', number: null, cents: false },
    head: { kind: 'count' },
  };

  return outlined ? [...labels, count] : labels;
}

/** In the format of the column's own cells; steps of dates longer than a day are texts. */
function labelFormat(
  column: TemplateColumn,
  step: GroupStep | null,
  query: TableQuery,
  translate: Translate,
): ExportFormat {
  const stored = storedColumn([column.name], query);

  if (step === null) return exportFormat(column, stored, query, translate);

  const date = {
    pattern: (column.meta.date ? column.dateFormat : null) ?? query.table.template.dateFormat,
    timeZone: 'UTC',
    stored: { ...stored, kind: 'date' },
  } as const;

  return step === 'day' ? { kind: 'date', date } : { kind: 'plain', date, translate: null };
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

  if (number || meta.cents) return { kind: 'number', number, cents: meta.cents, scale: stored.scale };
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

/** Drivers return large and exact numbers as text. Values from row functions stay unchanged. */
function isStoredNumber({ meta }: TemplateColumn, { kind }: StoredColumn): boolean {
  return !meta.method && !meta.translatable && (kind === 'integer' || kind === 'decimal' || kind === 'float');
}

function enumLabels(
  labels: Readonly<Record<string, string>> = {},
  translate: Translate,
): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, translate(label)]));
}

/** Maximum columns of a sheet: programs report a file with more as damaged. */
const sheetColumns = 16_384;

/**
 * The columns of an export: those that the request lists, in its order. Without a list, those of the template that are
 * exportable and visible: as set by the request, or else by the template. Throws `tables.invalid_request` when the
 * format cannot hold them.
 */
export function exportedColumns(
  { template }: Table,
  request: TableRequest,
  format: ExportFileFormat,
): readonly TemplateColumn[] {
  const { exported } = request;
  const columns = exported
    ? exported.flatMap((name) => template.columns.find((column) => column.name === name) ?? [])
    : template.columns.filter((column) => isExported(column, request));

  const groups = exportedGroups(request);
  const count = columns.length + (groups ? groups.groups.length - groups.path.length + 1 : 0);

  if (format === 'xlsx' && count > sheetColumns) {
    throw new TableError('tables.invalid_request', 'The table has too many columns for a spreadsheet.', {
      fields: {
        columns: [
          say`${count} columns are visible, and a sheet has at most ${sheetColumns}. Hide some, or export as csv.`,
        ],
      },
    });
  }

  return columns;
}

function isExported(column: TemplateColumn, request: TableRequest): boolean {
  const { name, meta } = column;
  if (!isExportable(column) || request.hidden.includes(name)) return false;

  return meta.visible || request.shown.includes(name);
}
