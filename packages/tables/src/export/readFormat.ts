import { type ExportFileFormat, exportFormats } from '@rowhouse/table-protocol';
import { TableError } from '../errors.ts';

/** The kind of file that a request asks for: its member `format`, `xlsx` by default. Throws `tables.invalid_request`. */
export function readFormat(value: unknown): ExportFileFormat {
  if (value === undefined || value === null || value === '') return 'xlsx';

  const format = exportFormats.find((known) => known === value);

  if (!format) {
    throw new TableError('tables.invalid_request', 'The table cannot be exported in that format.', {
      fields: {
        format: [`${JSON.stringify(value)} is not a format. Send one of: ${exportFormats.join(', ')}.`],
      },
    });
  }

  return format;
}
