import { existingRows } from './existingRows.ts';
import type { RowsFile } from './files/FileRows.ts';
import type { ImportPlan } from './ImportPlan.ts';
import type { RowFault } from './RowFault.ts';
import type { CheckedRow, ReadRow, RowReader } from './readRows.ts';
import { rowChunks } from './rowChunks.ts';
import { takenFault, takenRows, uniqueColumns } from './takenValues.ts';

/** What an import would do, as far as it is known without writing. */
export interface ImportReport {
  /** Rows below the header. */
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  /** Rows with faults. */
  readonly failed: number;
  /** Number of faults; `faults` has the first 10,000. */
  readonly faultCount: number;
  readonly faults: readonly (RowFault & { readonly row: number })[];
}

const mostFaults = 10_000;

/** Reads and checks every row of a file. Nothing is written. */
export async function checkFile(
  file: RowsFile,
  plan: ImportPlan,
  reader: RowReader,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress?: ((rows: number) => void) | undefined },
): Promise<ImportReport> {
  const { db, rawDb } = plan.create.query.runtime;
  const earlier = earlierValues(plan);
  const counts = { total: 0, created: 0, updated: 0, failed: 0, faultCount: 0 };
  const faults: (RowFault & { row: number })[] = [];

  for await (const chunk of rowChunks(file, 0)) {
    signal.throwIfAborted();
    const rows = await reader.read(chunk);
    const existing = await existingRows(
      db,
      plan,
      rows.flatMap(({ key }) => key ?? []),
    );
    const checked = rows.map((row) => {
      const id = (row.key !== null && existing.get(row.key)) || null;
      const isRepeated = id === null && earlier.hasKey(row);
      const each = reader.check(row, isRepeated ? ofFile : id);
      if (each.rowId === null && each.faults.length === 0) earlier.addKey(row);

      return each;
    });
    const fresh = checked.filter((row) => row.rowId === null && row.faults.length === 0);
    const taken = await takenRows(rawDb, plan, fresh);
    for (const row of checked) {
      const found = [...row.faults, ...(taken.get(row) ?? earlier.add(row))];
      counts.total += 1;
      counts.faultCount += found.length;
      if (found.length > 0) counts.failed += 1;
      else counts[row.rowId === null ? 'created' : 'updated'] += 1;
      const room = mostFaults - faults.length;
      faults.push(...found.slice(0, room).map((fault) => ({ row: row.read.row, ...fault })));
    }
    onProgress?.(counts.total);
  }

  return { ...counts, faults };
}

/** Values of which hashes are kept; a repetition of later ones is only found when they are written. */
const maxRetained = 2_000_000;

/** In place of the row of a record that an earlier row of the file creates. */
const ofFile = '';

/** The values of unique columns that earlier rows of the file have, as hashes. */
function earlierValues(plan: ImportPlan) {
  const keys = new Set<number>();
  const columns = uniqueColumns(plan)
    .filter(({ name }) => name !== plan.key?.name)
    .map((column) => ({ column, seen: new Set<number>() }));
  const keep = (seen: Set<number>, value: string) => {
    if (seen.size < maxRetained) seen.add(hash(value));
  };

  return {
    /** Whether an earlier row creates a record with the same key, so that this one changes it. */
    hasKey: ({ key }: ReadRow) => key !== null && keys.has(hash(key)),
    addKey: ({ key }: ReadRow) => {
      if (key !== null) keep(keys, key);
    },
    /** Adds the values of a new record, and returns the faults of those that an earlier row has. */
    add({ read, rowId }: CheckedRow): RowFault[] {
      if (rowId !== null) return [];

      return columns.flatMap(({ column, seen }) => {
        const value = read.values[column.name];
        if (typeof value !== 'string') return [];
        if (seen.has(hash(value))) return [takenFault(value, column)];
        keep(seen, value);

        return [];
      });
    },
  };
}

/** 53 bits: of a million values, two different ones are equal once in ten thousand files. */
function hash(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);

  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
