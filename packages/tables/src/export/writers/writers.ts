import type { ExportFileFormat, ExportWriterFactory } from '../ExportWriter.ts';

export const writers: Readonly<
  Record<ExportFileFormat, { create: ExportWriterFactory; extension: string; mediaType: string }>
> = {} as never;
