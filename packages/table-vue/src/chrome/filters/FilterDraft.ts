import type { SearchMode } from '@rowhouse/table-protocol';
import type { FilterOption } from '../../state/filterOptions.ts';

export interface BooleanDraft {
  readonly type: 'boolean';
  readonly value: boolean | null;
}

export interface EnumDraft {
  readonly type: 'enum';
  readonly keys: readonly string[];
}

export interface SelectDraft {
  readonly type: 'select';
  readonly options: readonly FilterOption[];
}

/** Numbers as typed. */
export interface NumberDraft {
  readonly type: 'number';
  readonly isRange: boolean;
  readonly value: string;
  readonly min: string;
  readonly max: string;
}

export interface StringDraft {
  readonly type: 'string';
  readonly mode: SearchMode;
  readonly text: string;
}

/** Days of the user's calendar as `YYYY-MM-DD`; empty when open. */
export interface DateDraft {
  readonly type: 'date';
  readonly isRange: boolean;
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** A filter while it is put together: what its fields hold, right or wrong. */
export type FilterDraft = BooleanDraft | EnumDraft | SelectDraft | NumberDraft | StringDraft | DateDraft;

/** Field of a draft → what is wrong with it, translated. `all` is about none in particular. */
export type DraftErrors = Readonly<Record<string, string>>;
