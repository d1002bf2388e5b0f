import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import ExcelJS from 'exceljs';
import { readBlocks } from '../harness/postgres.ts';
import { ordersSql } from '../orders/query.ts';

/** Order numbers in their order, as one hash. */
interface Keys {
  readonly count: number;
  readonly hash: string;
}

/** What SQL says the file has to contain. */
export async function keysBySql(connectionString: string, rows: number): Promise<Keys> {
  const collected = keyCollector();
  for await (const block of readBlocks(connectionString, ordersSql(rows))) {
    for (const [number] of block) collected.add(String(number));
  }

  return collected.end();
}

/** What another library's reader finds in the first column, without the header. */
export async function keysInFile(file: string, format: 'xlsx' | 'csv'): Promise<Keys> {
  const collected = keyCollector();
  if (format === 'csv') {
    let isHeader = true;
    // No field of the orders has a line break.
    for await (const line of createInterface({ input: createReadStream(file) })) {
      if (!isHeader) collected.add(line.slice(0, line.indexOf(',')));
      isHeader = false;
    }
    return collected.end();
  }
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(file, { worksheets: 'emit', sharedStrings: 'cache' });
  for await (const sheet of reader) {
    let isHeader = true;
    for await (const row of sheet) {
      if (!isHeader) collected.add(String(row.getCell(1).value));
      isHeader = false;
    }
  }
  return collected.end();
}

function keyCollector() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(key: string): void {
      count += 1;
      hash.update(`${key}\n`);
    },
    end: (): Keys => ({ count, hash: hash.digest('hex') }),
  };
}
