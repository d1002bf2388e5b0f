import { type EnglishText, ProblemError, say, Text } from '@rowhouse/problems';
import type { ImportColumn } from './ImportPlan.ts';

/** Why a row of a file cannot be imported. */
export interface RowFault {
  /** Header of the column; null for a fault of the whole row. */
  readonly column: string | null;
  /** Name of the field; null as above. */
  readonly field: string | null;
  /** For people, in English. */
  readonly message: string;
  /** The message before it is translated, if it has values; `faultText` reads both. */
  readonly text?: Pick<Text, 'source' | 'values'>;
}

export function rowFault(
  message: EnglishText | Text,
  column: Pick<ImportColumn, 'header' | 'name'> | null,
): RowFault {
  return {
    column: column?.header ?? null,
    field: column?.name ?? null,
    message: String(message),
    ...(message instanceof Text && { text: message }),
  };
}

/** Faults of values, by the path `values.<field>`. A field without a column in the file has only its name. */
export function faultsOfFields(
  fields: Iterable<readonly [path: string, messages: readonly (EnglishText | Text)[]]>,
  columns: readonly ImportColumn[],
): RowFault[] {
  return [...fields].flatMap(([path, messages]) => {
    const name = path.replace(/^values\.?/, '');
    const column = columns.find((each) => each.name === name);

    return messages.map((message) => ({
      ...rowFault(message, column ?? null),
      field: name === '' ? null : name,
    }));
  });
}

/** What a refused change says to people; null for an error that is none of the row. */
export function faultsOfRefusal(error: unknown, columns: readonly ImportColumn[]): RowFault[] | null {
  if (!(error instanceof ProblemError) || error.status >= 500) return null;
  const fields = Object.entries(error.fieldTexts ?? {});

  return fields.length > 0 ? faultsOfFields(fields, columns) : [rowFault(error.text, null)];
}

export function unknownFailure(): RowFault {
  return rowFault(say`The row could not be written; the log of the application says why.`, null);
}
