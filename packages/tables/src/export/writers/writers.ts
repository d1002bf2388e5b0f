import type { ExportFileFormat, ExportWriterFactory } from '../ExportWriter.ts';
import { createCsvWriter } from './csv/createCsvWriter.ts';
import { createXlsxWriter } from './xlsx/createXlsxWriter.ts';

export interface WriterDescription {
  readonly create: ExportWriterFactory;
  /** Of the file's name, without a dot. */
  readonly extension: string;
  readonly mediaType: string;
}

export const writers: Readonly<Record<ExportFileFormat, WriterDescription>> = {
  xlsx: {
    create: createXlsxWriter,
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  csv: { create: createCsvWriter, extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
};
