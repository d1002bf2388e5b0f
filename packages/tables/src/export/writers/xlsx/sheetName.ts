import { cutText } from '../cutText.ts';
import { removeUnprintable } from '../removeUnprintable.ts';

/** UTF-16 units of a sheet's name. */
const longest = 31;

/**
 * The name of a table's sheet, counted from 1, as spreadsheets allow it; they tell names apart by more than case.
 * Further sheets, and one that would be called `History`, have their number in it.
 */
export function sheetName(name: string, sheet: number): string {
  const allowed = trim(
    removeUnprintable(name)
      .replace(/[[\]:*?/\\\t\r\n]/g, ' ')
      .replace(/ +/g, ' '),
  );
  const number = sheet > 1 || /^history$/i.test(allowed) ? ` (${sheet})` : '';

  return (trim(cutText(allowed, longest - number.length)) || 'Sheet') + number;
}

function trim(name: string): string {
  return name.replace(/^[\s']+|[\s']+$/g, '');
}
