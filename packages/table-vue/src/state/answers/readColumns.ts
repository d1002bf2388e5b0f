import {
  alignments,
  columnFlags,
  filterTypes,
  type InitColumn,
  type InitColumnMeta,
  sortDirections,
} from '@rowhouse/table-protocol';
import {
  countOf,
  isRecord,
  labelsOf,
  needRecords,
  needText,
  recordOf,
  textOf,
  type UnknownRecord,
  wordOf,
} from './shape.ts';

/** The columns; of two with one name the first. Throws `ShapeFault` for one without a name. */
export function readColumns(value: unknown): InitColumn[] {
  const columns = needRecords(value, 'template.columns').map(readColumn);

  return [...Map.groupBy(columns, ({ name }) => name).values()].flatMap((same) => same.slice(0, 1));
}

function readColumn(column: UnknownRecord, index: number): InitColumn {
  const name = needText(column.name, `template.columns.${index}.name`);
  const align = wordOf(column.align, alignments, undefined);
  const type = wordOf(column.type, filterTypes, undefined);

  return {
    name,
    label: textOf(column.label, name),
    ...(typeof column.data === 'string' && { data: column.data }),
    ...(align && { align }),
    ...(typeof column.class === 'string' && { class: column.class }),
    ...(typeof column.tooltip === 'string' && { tooltip: column.tooltip }),
    ...(isRecord(column.enum) && { enum: labelsOf(column.enum) }),
    ...(type && { type }),
    ...(isRecord(column.number) && { number: readNumber(column.number) }),
    ...(isRecord(column.money) && { money: column.money }),
    meta: readMeta(recordOf(column.meta)),
  };
}

function readNumber(number: UnknownRecord): InitColumn['number'] {
  return {
    symbol: textOf(number.symbol),
    decimal: textOf(number.decimal, '.'),
    thousand: textOf(number.thousand, ','),
    precision: countOf(number.precision, 0),
    template: textOf(number.template, '%s%v'),
  };
}

function readMeta(meta: UnknownRecord): InitColumnMeta {
  const flags = Object.fromEntries(columnFlags.map((flag) => [flag, meta[flag] === true])) as Omit<
    InitColumnMeta,
    'visible' | 'hidden' | 'sort'
  >;

  return {
    ...flags,
    visible: meta.visible !== false,
    hidden: false,
    sort: wordOf(meta.sort, sortDirections, null),
  };
}
