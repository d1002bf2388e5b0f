import { writeByExceljs } from './exceljs.ts';

await writeByExceljs(true);
