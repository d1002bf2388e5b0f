import type { ColumnKind } from './ColumnKind.ts';

/** How a column stores values that are no single value of its kind. */
export type StoredForm = ListForm | JsonForm;

/** Items of a list, of which null is one without a value. */
export type ListItems = readonly (string | null)[];

export interface ListForm {
  readonly kind: 'list';
  /** Kind of the items, as that of a column. */
  readonly itemKind: ColumnKind;
  /** Whether the order of the items is stored. */
  readonly isOrdered: boolean;
  /** Whether an item may be null. */
  readonly hasNulls: boolean;
  /** The items of a value as the database writes it; null for a value that is no plain list, such as one of lists. */
  read(stored: string): ListItems | null;
  /** The text that the database reads as these items. */
  write(items: ListItems): string;
  /** Whether a text is meant as the database writes lists, rather than as a cell shows them. */
  isWritten(text: string): boolean;
}

export interface JsonForm {
  readonly kind: 'json';
  /** Whether the database keeps the text, so that the order of members is kept. */
  readonly keepsText: boolean;
}

export const jsonText: JsonForm = { kind: 'json', keepsText: true };
export const jsonValue: JsonForm = { kind: 'json', keepsText: false };

/** A list of texts in a column of JSON or of texts, such as `["a","b"]`. */
export const jsonList: ListForm = {
  kind: 'list',
  itemKind: 'text',
  isOrdered: true,
  hasNulls: false,
  read(stored) {
    const value = parsed(stored);

    return Array.isArray(value) && value.every((item) => item === null || typeof item === 'string')
      ? value
      : null;
  },
  write: (items) => JSON.stringify(items),
  isWritten: () => false,
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
