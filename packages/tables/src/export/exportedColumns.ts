import type { ExportFileFormat } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import type { TableRequest } from '../request/TableRequest.ts';
import type { TemplateColumn } from '../template/Template.ts';

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
