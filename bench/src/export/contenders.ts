export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/, and which of its modes, if it has several. */
  readonly worker: 'rowhouse' | 'exceljs' | 'floor';
  readonly mode: string;
  /** What it writes that can be read back; null for nothing. */
  readonly format: 'xlsx' | 'csv' | null;
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

export const contenders: readonly Contender[] = [
  rowhouse,
  {
    ...rowhouse,
    name: 'rowhouse, objects',
    description:
      'the same, with a Kysely plugin, so that rows are read as objects: as on other databases, and with row functions',
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
    description:
      'the streaming writer of exceljs with number formats, deflate level 1, rows from the driver’s cursor',
    worker: 'exceljs',
    mode: '',
    format: 'xlsx',
  },
  {
    name: 'floor',
    description:
      '`COPY … TO STDOUT` received as bytes, and as many bytes deflated as the sheet of rowhouse has, at level 1',
    worker: 'floor',
    mode: 'xlsx',
    format: null,
  },
  {
    name: 'floor, CSV',
    description: '`COPY … TO STDOUT` received as bytes and written as they are',
    worker: 'floor',
    mode: 'csv',
    format: null,
  },
];
