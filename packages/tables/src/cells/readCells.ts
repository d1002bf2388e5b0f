import { cellReader } from '../imports/cellReader.ts';
import { referenceReader } from '../imports/referenceReader.ts';
import { type ParsedValues, valuesParser } from '../records/parseRecord.ts';
import type { RecordPlan } from '../records/RecordPlan.ts';
import { Faults } from '../request/parse/Faults.ts';
import type { SentRow } from './parseCells.ts';
import { type Refusal, refusedValues } from './RefusedCells.ts';

/** A row whose cells have valid values. */
export interface ReadCells {
  readonly sent: SentRow;
  readonly values: ParsedValues;
}

export interface CellsRead {
  readonly rows: readonly ReadCells[];
  readonly refused: readonly Refusal[];
}

/** Reads the values of cells, and texts as an import does; what is no value of its column is refused. */
export async function readCells(
  plan: RecordPlan,
  rows: readonly SentRow[],
  translate: (text: string) => string,
): Promise<CellsRead> {
  const readers = new Map(
    plan.fields
      .filter(({ isReadOnly }) => !isReadOnly)
      .map((field) => [
        field.name,
        { read: cellReader(field, plan.query, translate), refer: referenceReader(field, plan.query) },
      ]),
  );
  const parse = await valuesParser(plan, { isNew: false, path: '' });
  const refused: Refusal[] = [];

  /** The value of a cell as clients send it; undefined if it is refused. */
  const readValue = async (sent: SentRow, column: string): Promise<unknown> => {
    const cell = sent.cells.get(column);
    const reader = readers.get(column);
    if (!cell?.isText || !reader) return cell?.value;
    const reading = reader.read(String(cell.value));
    const found =
      'value' in reading && typeof reading.value === 'string' ? await reader.refer?.(reading.value) : null;
    const fault = 'fault' in reading ? reading.fault : found && 'fault' in found ? found.fault : null;
    if (fault !== null) {
      refused.push({ row: sent.row, column, reason: 'value', text: fault });

      return undefined;
    }

    return found && 'id' in found ? found.id : 'value' in reading ? reading.value : null;
  };

  const read: ReadCells[] = [];
  for (const sent of rows) {
    const values = new Map<string, unknown>();
    for (const column of sent.cells.keys()) {
      const value = await readValue(sent, column);
      if (value !== undefined) values.set(column, value);
    }
    const faults = new Faults();
    const parsed = parse(Object.fromEntries(values), faults);
    refused.push(...refusedValues(sent.row, values.keys(), faults));
    if (parsed.size > 0) read.push({ sent, values: parsed });
  }

  return { rows: read, refused };
}
