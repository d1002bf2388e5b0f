export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/, and which of its modes, if it has several. */
  readonly worker: 'rowhouse' | 'exceljs' | 'floor';
  readonly mode: string;
  /** What it writes that can be read back; null for nothing. */
  readonly format: 'xlsx' | 'csv' | null;
}

export interface ExportSettings {
  readonly databaseUrl: string;
  readonly rows: number;
  readonly mode: string;
  /** Where the file goes. */
  readonly file: string;
  /** The XML of the sheet that Rowhouse writes of the same rows; for the floor. */
  readonly sheetXml: string;
}

/** Its sheet is what the floor deflates. */
export const rowhouse: Contender = {
  name: 'rowhouse',
  description:
    '`tables.exportRows`: money, dates, booleans and labels typed and formatted, bold frozen header',
  worker: 'rowhouse',
  mode: 'xlsx',
  format: 'xlsx',
};
const floor = { worker: 'floor', format: null } as const;

export const contenders: readonly Contender[] = [
  rowhouse,
  {
    ...rowhouse,
    name: 'rowhouse, objects',
    description:
      'the same with a Kysely plugin: rows as objects, as on other databases and with row functions',
    mode: 'objects',
  },
  {
    ...rowhouse,
    name: 'rowhouse, CSV',
    description: "`tables.exportRows` with `format: 'csv'`",
    mode: 'csv',
    format: 'csv',
  },
  {
    name: 'exceljs',
    description: 'its streaming writer with number formats, deflate level 1, rows from the driver’s cursor',
    worker: 'exceljs',
    mode: '',
    format: 'xlsx',
  },
  {
    ...floor,
    name: 'floor',
    description:
      '`COPY … TO STDOUT` received, and as many bytes deflated as the sheet of rowhouse has, at level 1',
    mode: 'xlsx',
  },
  {
    ...floor,
    name: 'floor, CSV',
    description: '`COPY … TO STDOUT` received as bytes and written as they are',
    mode: 'csv',
  },
];
