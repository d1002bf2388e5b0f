import type { Translate } from '@rowhouse/table-client';
import {
  type FilterChoice,
  type FilterOption,
  isAbove,
  type WhereCondition,
} from '@rowhouse/table-client/internal';
import type { FilterOperator } from '@rowhouse/table-protocol';
import {
  type DateUnit,
  parseRelativeDate,
  type RelativeDate,
  relativeDateText,
} from '@rowhouse/table-protocol/internal';
import { type Comparison, comparisonOf, groupComparisons } from './comparisons.ts';
import { dayFault, dayOf, type TableDates } from './dateDays.ts';
import { decimalText, numberText } from './decimal.ts';

/** A condition as the user entered it; each comparison uses some of the members. */
export interface ConditionDraft {
  /** Unique in its form. */
  readonly key: number;
  choice: FilterChoice;
  comparison: Comparison;
  /** Text, number, or day as `YYYY-MM-DD`; for `anyOf` and `noneOf` one value per line. */
  text: string;
  /** Bounds of `between`. */
  min: string;
  max: string;
  options: readonly FilterOption[];
  /** Null: the date is `text`. */
  relative: RelativeDate['kind'] | null;
  unit: DateUnit;
  count: string;
}

/** A field for a value. Its error has its name; `all` is an error of the whole value. */
export interface ValueField {
  readonly name: string;
  /** The member of the draft that it changes. */
  readonly of: 'text' | 'min' | 'max';
  /** To be translated. */
  readonly label: string;
}

/** Field → error, translated. */
export type ValueErrors = Readonly<Record<string, string>>;

let keys = 0;

/** A key for a part of a form. */
export function nextKey(): number {
  keys += 1;

  return keys;
}

export function emptyCondition(
  choice: FilterChoice,
  [comparison = { key: 'is', text: 'is', operator: 'is' }]: readonly Comparison[] = groupComparisons(choice),
): ConditionDraft {
  return {
    key: nextKey(),
    choice,
    comparison,
    text: '',
    min: '',
    max: '',
    options: [],
    relative: choice.type === 'date' ? 'last' : null,
    unit: 'day',
    count: '7',
  };
}

export const isList = (operator: FilterOperator) => operator === 'anyOf' || operator === 'noneOf';
export const needsValue = (operator: FilterOperator) => operator !== 'isEmpty' && operator !== 'isNotEmpty';

/** The fields for the value; none if it is chosen in another way. */
export function valueFields({ choice, comparison }: ConditionDraft): readonly ValueField[] {
  const { operator, isDay, isPlain } = comparison;

  switch (choice.type) {
    case 'number':
      if (operator === 'between') return bounds('min', 'max');
      return isList(operator) ? [] : [{ name: 'value', of: 'text', label: 'Value' }];
    case 'date':
      if (isDay) return [{ name: 'day', of: 'text', label: 'Day' }];
      return operator === 'between' ? bounds('from', 'to') : [];
    case 'string':
      if (isList(operator)) return [];
      return isPlain
        ? [{ name: 'text', of: 'text', label: 'Text' }]
        : [{ name: 'value', of: 'text', label: 'Value' }];
    default:
      return [];
  }
}

function bounds(from: string, to: string): readonly ValueField[] {
  return [
    { name: from, of: 'min', label: 'From' },
    { name: to, of: 'max', label: 'To' },
  ];
}

/** The form of a condition. */
export function conditionDraft(
  condition: WhereCondition,
  choice: FilterChoice,
  comparisons: readonly Comparison[],
  dates: Pick<TableDates, 'timeZone'>,
): ConditionDraft {
  const { operator, value, valueLabels } = condition;
  const comparison = comparisonOf(condition, comparisons) ?? { key: operator, text: operator, operator };
  const draft = emptyCondition(choice, [comparison]);
  const text = (entry: unknown) => (choice.type === 'date' ? dayOf(String(entry), dates) : String(entry));
  if (value === undefined || value === null) return draft;
  if (typeof value === 'object' && !Array.isArray(value)) {
    const [min, max] = [text(value.min ?? ''), text(value.max ?? '')];

    return comparison.isDay ? { ...draft, text: min } : { ...draft, min, max };
  }
  const list = Array.isArray(value) ? value : [value];
  const relative = choice.type === 'date' ? parseRelativeDate(String(value)) : null;

  return {
    ...draft,
    text: relative
      ? ''
      : list
          .slice(0, comparison.isDay ? 1 : undefined)
          .map(text)
          .join('\n'),
    options: list.map((id, index) => ({
      id: typeof id === 'number' ? id : String(id),
      name: valueLabels?.[index] ?? String(id),
    })),
    relative: relative?.kind ?? null,
    ...(relative && { unit: relative.unit }),
    ...(relative && 'count' in relative && { count: String(relative.count) }),
  };
}

/** The same draft with another comparison. What was entered stays. */
export function comparedBy(draft: ConditionDraft, comparison: Comparison): ConditionDraft {
  const text = draft.comparison.operator === 'between' && draft.text === '' ? draft.min : draft.text;

  return { ...draft, comparison, text };
}

/** The condition of a form, or its errors. */
export function readCondition(
  draft: ConditionDraft,
  translate: Translate,
): { readonly condition: WhereCondition } | { readonly errors: ValueErrors } {
  const { choice, comparison } = draft;
  const { operator, isPlain } = comparison;
  const { data, label, type } = choice;
  const read = needsValue(operator) ? readValue(draft) : {};
  if ('faults' in read) {
    const faults = Object.entries(read.faults).flatMap(([field, fault]) =>
      fault ? [[field, translate(fault)]] : [],
    );
    return { errors: Object.fromEntries(faults) };
  }

  return { condition: { data, operator, ...read, ...(isPlain && { plain: { label, type } }) } };
}

/** Faults are to be translated. */
type Read =
  | Pick<WhereCondition, 'value' | 'valueLabels'>
  | { readonly faults: Readonly<Record<string, string | undefined>> };

function readValue(draft: ConditionDraft): Read {
  switch (draft.choice.type) {
    case 'boolean':
    case 'enum':
    case 'select':
      return readOptions(draft);
    case 'date':
      return readDate(draft);
    case 'number':
      return draft.comparison.operator === 'between'
        ? readBounds(draft)
        : readTexts(draft, numberOf(draft), notANumber);
    default:
      return readTexts(draft, (text) => text.trim() || undefined, 'Type a text.');
  }
}

const notANumber = 'This is not a number. Write it plainly, such as 1234.5.';

function numberOf({ comparison: { operator } }: ConditionDraft): (text: string) => string | undefined {
  return isList(operator) || operator === 'is' || operator === 'isNot' ? numberText : decimalText;
}

function readOptions({ choice: { type }, comparison: { operator }, options }: ConditionDraft): Read {
  const chosen = isList(operator) ? options : options.slice(0, 1);
  const [first] = chosen.map(({ id }) => id);
  if (first === undefined) return { faults: { all: 'Choose something first.' } };
  if (type === 'boolean')
    return { value: isList(operator) ? chosen.map(({ id }) => id === 'true') : first === 'true' };
  const value = isList(operator) ? chosen.map(({ id }) => id) : first;

  return type === 'select' ? { value, valueLabels: chosen.map(({ name }) => name) } : { value };
}

function readTexts(draft: ConditionDraft, read: (text: string) => string | undefined, fault: string): Read {
  const isLines = isList(draft.comparison.operator);
  const lines = isLines ? draft.text.split('\n').filter((line) => line.trim() !== '') : [draft.text];
  const known = lines.map(read).filter((value) => value !== undefined);
  const [first] = known;
  const [field] = valueFields(draft);
  if (first === undefined || known.length < lines.length)
    return { faults: { [field?.name ?? 'all']: fault } };

  return { value: isLines ? known : first };
}

function readBounds({ min, max }: ConditionDraft): Read {
  const [low, high] = [min, max].map((text) => (text.trim() === '' ? null : decimalText(text)));
  if (low === undefined || high === undefined) {
    return {
      faults: {
        min: low === undefined ? notANumber : undefined,
        max: high === undefined ? notANumber : undefined,
      },
    };
  }
  if (low === null && high === null) return { faults: { min: 'Type at least one number.' } };
  if (low !== null && high !== null && isAbove(low, high))
    return { faults: { max: 'This is less than the lower limit.' } };

  return { value: { min: low, max: high } };
}

function readDate({
  comparison: { operator, isDay },
  text,
  min,
  max,
  relative,
  unit,
  count,
}: ConditionDraft): Read {
  const dayError = text === '' ? 'Choose a day.' : dayFault(text);
  if (isDay) return dayError ? { faults: { day: dayError } } : { value: { min: text, max: text } };
  if (operator === 'between') {
    if (min === '' && max === '') return { faults: { from: 'Choose at least one day.' } };
    const [from, to] = [min, max].map((day) => (day === '' ? undefined : dayFault(day)));
    if (from || to) return { faults: { from, to } };
    if (min !== '' && max !== '' && min > max) return { faults: { to: 'This is before the first day.' } };

    return { value: { min: min || null, max: max || null } };
  }
  if (relative === null) return dayError ? { faults: { all: dayError } } : { value: text };
  const isCounted = relative === 'last' || relative === 'coming' || relative === 'olderThan';
  const value = relativeDateText(
    isCounted ? { kind: relative, unit, count: Number(count) } : { kind: relative, unit },
  );

  return parseRelativeDate(value) ? { value } : { faults: { all: 'Enter a whole number from 1.' } };
}
