import ExcelJS from 'exceljs';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { type columns as Columns, columns } from '../orders.ts';
import { cursorBlocks } from './cursorBlocks.ts';
import { work, workerSettings } from './workerSettings.ts';

/** exceljs's streaming writer; `useStyles` is what number formats and dates take. */
export async function writeByExceljs(useStyles: boolean): Promise<void> {
  const { databaseUrl, rows, file } = workerSettings;
  const labels: Readonly<Record<string, string>> = orderStatuses;

  await work(async () => {
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
      filename: file,
      useStyles,
      useSharedStrings: false,
      zip: { zlib: { level: 1 } },
    } as ConstructorParameters<typeof ExcelJS.stream.xlsx.WorkbookWriter>[0]);
    const sheet = workbook.addWorksheet('Orders', { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map((name) => ({
      header: name,
      key: name,
      width: 16,
      ...style(name, useStyles),
    }));
    let written = 0;
    for await (const block of cursorBlocks(databaseUrl, rows)) {
      for (const order of block) {
        sheet
          .addRow([
            order.number,
            order.customer,
            order.country,
            labels[String(order.status)] ?? order.status,
            Number(order.total),
            Number(order.tax),
            order.currency,
            order.items,
            order.paid,
            order.placed_at,
          ])
          .commit();
      }
      written += block.length;
    }
    sheet.commit();
    await workbook.commit();
    return written;
  });
}

function style(name: (typeof Columns)[number], useStyles: boolean): object {
  if (!useStyles) return {};
  if (name === 'total' || name === 'tax') return { style: { numFmt: '"€"#,##0.00' } };
  return name === 'placed_at' ? { style: { numFmt: 'dd-mm-yyyy hh:mm:ss' } } : {};
}
