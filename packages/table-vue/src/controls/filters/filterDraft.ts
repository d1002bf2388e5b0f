import type {
  ActiveFilter,
  FilterChoice,
  FilterOption,
  TableController,
  Translate,
} from '@rowhouse/table-client';
import type { Interval, SearchMode } from '@rowhouse/table-protocol';
import { type Days, dayFault, daysOfValue, intervalOfDays, type TableDates } from './dateDays.ts';
import { decimalText, isAbove, numberText } from './decimal.ts';

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

/** Numbers as the user typed them. */
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

/** Days of the table's calendar as `YYYY-MM-DD`; empty for an open bound. */
export interface DateDraft {
  readonly type: 'date';
  readonly isRange: boolean;
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** The values of a filter's form, valid or not. */
export type FilterDraft = BooleanDraft | EnumDraft | SelectDraft | NumberDraft | StringDraft | DateDraft;

/** Field of a draft → error, translated; `all` for an error of the whole draft. */
export type DraftErrors = Readonly<Record<string, string>>;

type Reading = { readonly filter: ActiveFilter } | { readonly errors: DraftErrors };
/** A parsed draft without the filter's label, data and type. */
type Outcome = Pick<ActiveFilter, 'value' | 'mode' | 'valueLabels'> | { readonly errors: DraftErrors };

/** True if several values can be chosen: as declared by the template's filter, and always for a column's own filter. */
export function allowsSeveral(
  { template }: Pick<TableController, 'template'>,
  { data }: FilterChoice,
): boolean {
  const declared = template?.filters?.find((filter) => filter.data === data);

  return declared === undefined || declared.multiple === true;
}

/** The initial draft of a form: the filter's values, or empty. */
export function draftOf(
  choice: FilterChoice,
  filter: ActiveFilter | undefined,
  { timeZone }: Pick<TableDates, 'timeZone'>,
): FilterDraft {
  const value = filter?.value;
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

  switch (choice.type) {
    case 'boolean':
      return { type: 'boolean', value: value === undefined ? null : ['true', '1'].includes(String(list[0])) };
    case 'enum':
      return { type: 'enum', keys: list.map(String) };
    case 'select':
      return {
        type: 'select',
        options: list.map((id, index) => ({
          id: typeof id === 'number' ? id : String(id),
          name: filter?.valueLabels?.[index] ?? String(id),
        })),
      };
    case 'number':
      return numberDraft(value);
    case 'date':
      return dateDraft(value, timeZone);
    default:
      return {
        type: 'string',
        mode: filter?.mode && !isRangeMode(filter.mode) ? filter.mode : 'full',
        text: list.map(String).join(' '),
      };
  }
}

/** The filter of a draft, or its errors. */
export function readDraft(choice: FilterChoice, draft: FilterDraft, translate: Translate): Reading {
  const outcome = readValue(draft, translate);
  const { label, data, type } = choice;

  return 'errors' in outcome ? outcome : { filter: { label, data, type, ...outcome } };
}

function readValue(draft: FilterDraft, translate: Translate): Outcome {
  switch (draft.type) {
    case 'boolean':
      return draft.value === null ? nothingChosen(translate) : { value: draft.value, mode: null };
    case 'enum':
      return enumValue(draft, translate);
    case 'select':
      return selectValue(draft, translate);
    case 'number':
      return draft.isRange ? numberRange(draft, translate) : numberValue(draft, translate);
    case 'date':
      return dateValue(draft, translate);
    default:
      return stringValue(draft, translate);
  }
}

function enumValue({ keys }: EnumDraft, translate: Translate): Outcome {
  return keys.length === 0 ? nothingChosen(translate) : { value: [...keys], mode: null };
}

function selectValue({ options }: SelectDraft, translate: Translate): Outcome {
  return options.length === 0
    ? nothingChosen(translate)
    : {
        value: options.map(({ id }) => id),
        mode: null,
        valueLabels: options.map(({ name }) => name),
      };
}

function stringValue({ text, mode }: StringDraft, translate: Translate): Outcome {
  return text.trim() === '' ? { errors: { text: translate('Type a text.') } } : { value: text.trim(), mode };
}

function numberValue({ value }: NumberDraft, translate: Translate): Outcome {
  const decimal = numberText(value);

  return decimal === undefined
    ? { errors: { value: notANumber(value, translate) } }
    : { value: decimal, mode: 'value' };
}

function numberRange({ min, max }: NumberDraft, translate: Translate): Outcome {
  const [from, to] = [decimalText(min), decimalText(max)];
  const errors: Record<string, string> = {};

  if (from === undefined && min.trim() !== '') errors.min = notANumber(min, translate);
  if (to === undefined && max.trim() !== '') errors.max = notANumber(max, translate);
  if (min.trim() === '' && max.trim() === '') errors.min = translate('Type at least one number.');
  if (from !== undefined && to !== undefined && isAbove(from, to)) {
    errors.max = translate('This is less than the lower limit.');
  }

  return Object.keys(errors).length > 0
    ? { errors }
    : { value: { min: from ?? null, max: to ?? null }, mode: 'interval' };
}

function dateValue({ isRange, day, from, to }: DateDraft, translate: Translate): Outcome {
  if (!isRange && day === '') {
    return { errors: { day: translate('Choose a day.') } };
  }
  if (isRange && from === '' && to === '') {
    return { errors: { from: translate('Choose at least one day.') } };
  }
  const faults = Object.entries(isRange ? { from, to } : { day }).flatMap(([field, typed]) => {
    const fault = typed === '' ? undefined : dayFault(typed);

    return fault === undefined ? [] : [[field, translate(fault)]];
  });
  if (faults.length > 0) return { errors: Object.fromEntries(faults) };
  if (isRange && from !== '' && to !== '' && from > to) {
    return { errors: { to: translate('This is before the first day.') } };
  }

  const days = isRange ? { from: from || null, to: to || null } : { from: day, to: day };

  return { value: intervalOfDays(days), mode: 'interval' };
}

function numberDraft(value: ActiveFilter['value'] | undefined): NumberDraft {
  const { min, max } = boundsOf(value);
  const isRange = value === undefined || isInterval(value);

  return {
    type: 'number',
    isRange,
    value: isRange ? '' : min,
    min: isRange ? min : '',
    max: isRange ? max : '',
  };
}

function dateDraft(value: ActiveFilter['value'] | undefined, timeZone: string): DateDraft {
  const { from, to } = daysOf(value, timeZone);
  const isDay = from !== '' && from === to;

  return { type: 'date', isRange: !isDay, day: isDay ? from : '', from, to };
}

/** First and last day of a date filter's value, in the calendar of `timeZone`; empty for an open bound. */
export function daysOf(value: ActiveFilter['value'] | undefined, timeZone: string): Days {
  const { from, to } = daysOfValue(value ?? null, timeZone);

  return { from: from ?? '', to: to ?? '' };
}

/** Both bounds as text; a plain value is both. */
export function boundsOf(value: ActiveFilter['value'] | undefined): { min: string; max: string } {
  const { min, max } = isInterval(value) ? value : { min: value, max: value };

  return { min: textOf(min), max: textOf(max) };
}

export function isInterval(value: ActiveFilter['value'] | undefined): value is Interval {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function nothingChosen(translate: Translate): { readonly errors: DraftErrors } {
  return { errors: { all: translate('Choose something first.') } };
}

function notANumber(typed: string, translate: Translate): string {
  return typed.trim() === ''
    ? translate('Type a number.')
    : translate('This is not a number. Write it plainly, such as 1234.5.');
}

function isRangeMode(mode: ActiveFilter['mode']): mode is 'interval' | 'value' | 'date' {
  return mode === 'interval' || mode === 'value' || mode === 'date';
}
