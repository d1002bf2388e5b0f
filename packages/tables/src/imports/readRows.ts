import { setImmediate as pause } from 'node:timers/promises';
import type { EditedValue } from '../definition/TableEdit.ts';
import { type ParsedValues, valuesParser } from '../records/parseRecord.ts';
import { Faults } from '../request/parse/Faults.ts';
import { cellReader } from './cellReader.ts';
import type { FileCell, FileRow } from './files/FileRows.ts';
import type { ImportPlan } from './ImportPlan.ts';
import { faultsOfFields, type RowFault, rowFault } from './RowFault.ts';
import { referenceReader } from './referenceReader.ts';

/** A row of a file with the values of its cells, as clients send them. */
export interface ReadRow {
  readonly row: number;
  /** Field → value, also null for an empty cell. */
  readonly values: Readonly<Record<string, EditedValue>>;
  /** The value of the key; null without a key, and for a row with faults. */
  readonly key: string | null;
  readonly faults: readonly RowFault[];
}

/** A row whose values are checked by the rules of its fields. */
export interface CheckedRow {
  readonly read: ReadRow;
  /** The row of the record that it changes; null for a new record. */
  readonly rowId: string | null;
  readonly values: ParsedValues;
  readonly faults: readonly RowFault[];
}

export interface RowReader {
  /** Reads the cells of rows, and finds what they refer to. */
  read(rows: readonly FileRow[]): Promise<ReadRow[]>;
  check(row: ReadRow, rowId: string | null): CheckedRow;
}

export async function rowReader(plan: ImportPlan, translate: (text: string) => string): Promise<RowReader> {
  const { create, update, columns, key, headers } = plan;
  const { query } = create;
  const keyColumn = columns.find(({ field }) => field === key);
  const unnamed = headers.flatMap((header, index) => (header === '' ? [index] : []));
  const readers = columns.map((column) => ({
    column,
    read: cellReader(column.field, query, translate),
    refer: referenceReader(column.field, query),
  }));
  const parseNew = await valuesParser(create, { isNew: true, path: 'values' });
  const parseChange = update && (await valuesParser(update, { isNew: false, path: 'values' }));

  const readRow = async ({ row, cells }: FileRow): Promise<ReadRow> => {
    const values: Record<string, EditedValue> = {};
    const faults: RowFault[] = [];
    for (const { column, read, refer } of readers) {
      const reading = read(cells[column.index] ?? null);
      if ('fault' in reading) {
        faults.push(rowFault(reading.fault, column));
        continue;
      }
      let { value } = reading;
      if (refer !== null && typeof value === 'string') {
        const found = refer(value);
        const reference = found instanceof Promise ? await found : found;
        if ('fault' in reference) {
          faults.push(rowFault(reference.fault, column));
          continue;
        }
        value = reference.id;
      }
      values[column.name] = value;
    }
    if (
      unnamed.some((index) => isFilled(cells[index])) ||
      (cells.length > headers.length && cells.slice(headers.length).some(isFilled))
    ) {
      faults.push(
        rowFault('The row has a cell in a column without a header; give it one, or empty the cell.', null),
      );
    }
    const keyValue = key === null ? null : values[key.name];
    if (keyColumn && keyValue == null && faults.length === 0) {
      faults.push(rowFault('The cell of the key is empty; every row needs one.', keyColumn));
    }

    return { row, values, key: keyValue == null ? null : String(keyValue), faults };
  };

  const check = (read: ReadRow, rowId: string | null): CheckedRow => {
    const found = new Faults();
    const isChange = rowId !== null && parseChange !== null;
    const sent = isChange ? withoutKey(read.values, key?.name) : withoutEmpty(read.values);
    const values = (isChange ? parseChange : parseNew)(sent, found);
    if (found.fields.size === 0) return { read, rowId, values, faults: read.faults };
    const known = new Set(read.faults.map(({ field }) => field));
    const faults = faultsOfFields(found.fields, columns).filter(
      ({ field }) => field === null || !known.has(field),
    );

    return { read, rowId, values, faults: [...read.faults, ...faults] };
  };
  /** Without a key, every row is a new record: it is checked when it is read, while the database writes earlier ones. */
  const checked = new WeakMap<ReadRow, CheckedRow>();

  return {
    async read(rows) {
      const all: ReadRow[] = [];
      for (const row of rows) {
        const read = await readRow(row);
        if (key === null) checked.set(read, check(read, null));
        all.push(read);
        if (all.length % atOnce === 0) await pause();
      }

      return all;
    },
    check: (read, rowId) => (rowId === null && checked.get(read)) || check(read, rowId),
  };
}

/** Rows after which a statement that writes earlier rows may continue: its next part waits for this thread. */
const atOnce = 50;

function isFilled(cell: FileCell | undefined): boolean {
  return cell !== undefined && cell !== null && cell !== '';
}

/** Empty cells of a new record get the defaults of their fields. */
function withoutEmpty(values: ReadRow['values']): ReadRow['values'] {
  const given: Record<string, EditedValue> = {};
  for (const [name, value] of Object.entries(values)) if (value !== null) given[name] = value;

  return given;
}

function withoutKey(values: ReadRow['values'], key: string | undefined): ReadRow['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));
}
