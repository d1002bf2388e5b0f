import ExcelJS from 'exceljs';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { readBlocks } from '../../harness/postgres.ts';
import { readSettings, work } from '../../harness/worker.ts';
import { ordersSql, templateColumns } from '../../orders/query.ts';
import type { ExportSettings } from '../contenders.ts';

const { databaseUrl, rows, file } = readSettings<ExportSettings>();
const labels: Readonly<Record<string, string>> = orderStatuses;
const names = templateColumns.map(({ name }) => name);
const numberFormats: Readonly<Record<string, string>> = {
  total: '"€"#,##0.00',
  tax: '"€"#,##0.00',
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
  sheet.columns = names.map((name) => ({
    header: name,
    key: name,
    width: 16,
    ...(name in numberFormats && { style: { numFmt: numberFormats[name] } }),
  }));
  let written = 0;
  for await (const block of readBlocks(databaseUrl, ordersSql(rows))) {
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
