export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/. */
  readonly worker: string;
  /** What it writes that can be read back; null for nothing. */
  readonly format: 'xlsx' | 'csv' | null;
}

export const contenders: readonly Contender[] = [
  {
    name: 'rowhouse',
    description:
      '`tables.exportRows`: money, dates, booleans and labels typed and formatted, bold frozen header',
    worker: 'rowhouse',
    format: 'xlsx',
  },
  {
    name: 'rowhouse, objects',
    description:
      'the same, with a Kysely plugin, so that rows are read as objects: as on other databases, and with row functions',
    worker: 'rowhouseObjects',
    format: 'xlsx',
  },
  {
    name: 'rowhouse, CSV',
    description: "`tables.exportRows` with `format: 'csv'`",
    worker: 'rowhouseCsv',
    format: 'csv',
  },
  {
    name: 'exceljs',
    description:
      'the streaming writer of exceljs with number formats, deflate level 1, rows from the driver’s cursor',
    worker: 'exceljsStyled',
    format: 'xlsx',
  },
  {
    name: 'exceljs, no styles',
    description: 'the same without number formats: dates come out as bare numbers',
    worker: 'exceljsPlain',
    format: 'xlsx',
  },
  {
    name: 'floor',
    description:
      '`COPY … TO STDOUT` received as bytes, and as many bytes deflated as the sheet of rowhouse has, at level 1',
    worker: 'floor',
    format: null,
  },
  {
    name: 'floor, CSV',
    description: '`COPY … TO STDOUT` received as bytes and written as they are',
    worker: 'floorCsv',
    format: null,
  },
];
