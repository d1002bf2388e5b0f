import type { ExportFileFormat } from '@rowhouse/table-protocol';
import type { ExportWriterFactory } from '../ExportWriter.ts';
import { createCsvWriter } from './csv/createCsvWriter.ts';
import { createXlsxWriter } from './xlsx/createXlsxWriter.ts';

export const writers: Readonly<Record<ExportFileFormat, ExportWriterFactory>> = {
  xlsx: createXlsxWriter,
  csv: createCsvWriter,
};
