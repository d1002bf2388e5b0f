export interface Contender {
  readonly name: string;
  readonly description: string;
  /** File below workers/. */
  readonly worker: string;
  /** Whether it writes a spreadsheet that can be read back. */
  readonly writesSheet: boolean;
}

export const contenders: readonly Contender[] = [
  {
    name: 'rowhouse',
    description:
      '`tables.exportRows`: money, dates, booleans and labels typed and formatted, bold frozen header',
    worker: 'rowhouse',
    writesSheet: true,
  },
  {
    name: 'exceljs',
    description:
      'the streaming writer of exceljs with number formats, deflate level 1, rows from the driver’s cursor',
    worker: 'exceljsStyled',
    writesSheet: true,
  },
  {
    name: 'exceljs, no styles',
    description: 'the same without number formats: dates come out as bare numbers',
    worker: 'exceljsPlain',
    writesSheet: true,
  },
  {
    name: 'floor',
    description: 'the driver’s cursor, and as many bytes deflated as the sheet of rowhouse has, at level 1',
    worker: 'floor',
    writesSheet: false,
  },
  {
    name: 'cursor',
    description: 'the driver’s cursor alone; nothing is written',
    worker: 'cursor',
    writesSheet: false,
  },
];
