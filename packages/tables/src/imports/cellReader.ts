import { say, type Text } from '@rowhouse/problems';
import { readListText } from '@rowhouse/table-protocol/internal';
import type { EditedValue } from '../definition/TableEdit.ts';
import { localeFormats } from '../format/localeFormats.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { PlannedField } from '../records/RecordPlan.ts';
import { describe } from '../request/parse/Faults.ts';
import { enumKeys } from './enumKeys.ts';
import type { FileCell } from './files/FileRows.ts';
import { readBoolean, readDate, readNumber } from './texts.ts';

/** The value of a cell as clients send it, or why it has none. */
export type CellReading = { readonly value: EditedValue } | { readonly fault: Text };

export type ReadCell = (cell: FileCell) => CellReading;

const nothing: CellReading = { value: null };

/**
 * Reads the cells of a field's column: texts as people write them in the language of the request, and typed values. What is no
 * value of the type is left as it is, and refused with the other values.
 */
export function cellReader(
  field: PlannedField,
  { table, context }: TableQuery,
  translate: (text: string) => string,
): ReadCell {
  const { column, type, form } = field;
  const formats = localeFormats(context.request.locale ?? 'en');
  const numbers = column.number ?? {
    symbol: '',
    ...(formats?.number('') ?? { decimal: '.', thousand: ',' }),
  };
  const patterns = [column.dateFormat, formats?.dateFormat, table.config.dateFormat].flatMap(
    (each) => each ?? [],
  );
  const keys = field.labels && enumKeys(field.labels, translate);

  const readText = (text: string): EditedValue => {
    if (form?.kind === 'list') return form.isWritten(text) || !keys ? text : readKeys(text, keys);
    switch (type) {
      case 'number':
        return readNumber(text, numbers);
      case 'date':
        return readDate(text, patterns, field.kind === 'date');
      case 'boolean':
        return readBoolean(text) ?? text.trim();
      case 'enum':
        return keys ? keyOf(text, keys) : text.trim();
      case 'select':
        return text.trim();
      default:
        return text;
    }
  };

  return (cell) => {
    if (cell === null) return nothing;
    if (typeof cell === 'string') return cell.trim() === '' ? nothing : { value: readText(cell) };
    switch (cell.type) {
      case 'error':
        return { fault: say`${describe(cell.text)} is an error of the spreadsheet; correct it there.` };
      case 'formula':
        return {
          fault: say`The cell has a formula without its result; open the file in a spreadsheet program and save it.`,
        };
      case 'boolean':
        return type === 'boolean' ? { value: cell.text === 'true' } : { value: readText(cell.text) };
      case 'date':
        return { value: type === 'date' ? readDate(cell.text, [], field.kind === 'date') : cell.text };
      default:
        return { value: type === 'number' && form === null ? cell.text : readText(cell.text) };
    }
  };
}

type Keys = ReadonlyMap<string, string>;

function keyOf(text: string, keys: Keys): string {
  const trimmed = text.trim();

  return keys.get(trimmed) ?? keys.get(trimmed.toLowerCase()) ?? trimmed;
}

/** The keys of a list of keys and labels; a text that is no list stays as it is. */
function readKeys(text: string, keys: Keys): EditedValue {
  return readListText(text)?.map((item) => item && keyOf(item, keys)) ?? text;
}
