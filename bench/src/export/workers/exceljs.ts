import ExcelJS from 'exceljs';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { work } from '../../harness/worker.ts';
import { blockSize, ordersSql } from '../../orders/query.ts';
import { settings } from './settings.ts';

const { databaseUrl, rows, file } = settings;
const labels: Readonly<Record<string, string>> = orderStatuses;
/** With their number formats. */
const columns: Readonly<Record<string, string | null>> = {
  number: null,
  customer: null,
  country: null,
  status: null,
  total: '"€"#,##0.00',
  tax: '"€"#,##0.00',
  currency: null,
  items: null,
  paid: null,
  placed_at: 'dd-mm-yyyy hh:mm:ss',
};

work(async () => {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: file,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 1 } },
  } as ConstructorParameters<typeof ExcelJS.stream.xlsx.WorkbookWriter>[0]);
  const sheet = workbook.addWorksheet('Orders', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = Object.entries(columns).map(([name, numFmt]) => ({
    header: name,
    key: name,
    width: 16,
    ...(numFmt !== null && { style: { numFmt } }),
  }));
  let written = 0;
  for await (const block of blocks()) {
    for (const [number, customer, country, status, total, tax, ...others] of block) {
      const label = labels[String(status)] ?? status;
      sheet.addRow([number, customer, country, label, Number(total), Number(tax), ...others]).commit();
    }
    written += block.length;
  }
  sheet.commit();
  await workbook.commit();

  return { rows: written };
});

/** The rows by the driver's own cursor; the next block is requested while the last is processed. */
async function* blocks(): AsyncGenerator<unknown[][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set cursor_tuple_fraction = 1');
  try {
    const cursor = client.query(new Cursor<unknown[]>(ordersSql(rows), [], { rowMode: 'array' }));
    let next = cursor.read(blockSize);
    for (;;) {
      const block = await next;
      if (block.length === 0) return;
      next = cursor.read(blockSize);
      yield block;
    }
  } finally {
    await client.end();
  }
}
