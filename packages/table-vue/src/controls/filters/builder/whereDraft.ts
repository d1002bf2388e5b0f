import {
  exceededLimit,
  type FilterChoice,
  type FilterOption,
  type Translate,
  type WhereCondition,
  type WhereNode,
} from '@rowhouse/table-client';
import {
  type DateUnit,
  type FilterOperator,
  filterGroupLimits,
  filterOperators,
  parseRelativeDate,
  type RelativeDate,
  relativeDateText,
} from '@rowhouse/table-protocol';
import { dayFault } from '../dateDays.ts';
import { decimalText, isAbove, numberText } from '../decimal.ts';

/** `none`: no member matches. */
export type Join = 'all' | 'any' | 'none';

export interface GroupDraft {
  readonly key: number;
  join: Join;
  readonly members: (GroupDraft | ConditionDraft)[];
}

/** A condition as the user entered it; each operator uses some of the members. */
export interface ConditionDraft {
  readonly key: number;
  choice: FilterChoice;
  operator: FilterOperator;
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

/** Key of a condition → error, translated; key 0 is for the whole filter. */
export type WhereErrors = ReadonlyMap<number, string>;

let keys = 0;

export function emptyGroup(choice: FilterChoice): GroupDraft {
  keys += 1;

  return { key: keys, join: 'all', members: [emptyCondition(choice)] };
}

export function emptyCondition(choice: FilterChoice): ConditionDraft {
  keys += 1;

  return {
    ...{ key: keys, choice, operator: operatorsOf(choice)[0] ?? 'is', text: '', min: '', max: '' },
    ...{ options: [], relative: choice.type === 'date' ? 'last' : null, unit: 'day', count: '7' },
  };
}

/** The operators in the form; lists are omitted for booleans, which have only two values. */
export function operatorsOf({ type }: FilterChoice): readonly FilterOperator[] {
  const all: readonly FilterOperator[] = filterOperators[type];

  return type === 'boolean' ? all.filter((name) => name !== 'anyOf' && name !== 'noneOf') : all;
}

const isEquality = (operator: FilterOperator) =>
  isList(operator) || operator === 'is' || operator === 'isNot';
export const isList = (operator: FilterOperator) => operator === 'anyOf' || operator === 'noneOf';
export const needsValue = (operator: FilterOperator) => operator !== 'isEmpty' && operator !== 'isNotEmpty';
export const isGroup = (member: GroupDraft | ConditionDraft): member is GroupDraft => 'members' in member;

/** The form of a filter. A condition at the top is shown in a group. */
export function draftOfWhere(where: WhereNode | null, choices: readonly FilterChoice[]): GroupDraft | null {
  const [first] = choices;
  if (!first) return null;
  if (where === null) return emptyGroup(first);
  const draft = nodeDraft(where, choices);
  if (draft && isGroup(draft)) return draft;
  keys += 1;

  return draft ? { key: keys, join: 'all', members: [draft] } : emptyGroup(first);
}

function nodeDraft(node: WhereNode, choices: readonly FilterChoice[]): GroupDraft | ConditionDraft | null {
  if ('all' in node) return groupDraft('all', node.all, choices);
  if ('any' in node) return groupDraft('any', node.any, choices);
  if (!('not' in node)) return conditionDraft(node, choices);
  const { not } = node;

  return 'any' in not ? groupDraft('none', not.any, choices) : groupDraft('none', [not], choices);
}

function groupDraft(join: Join, nodes: readonly WhereNode[], choices: readonly FilterChoice[]): GroupDraft {
  keys += 1;
  const members = nodes.map((node) => nodeDraft(node, choices)).filter((member) => member !== null);

  return { key: keys, join, members };
}

/** The form of a condition; null if its column cannot be filtered. */
export function conditionDraft(
  { data, operator, value, valueLabels }: WhereCondition,
  choices: readonly FilterChoice[],
): ConditionDraft | null {
  const choice = choices.find((candidate) => candidate.data === data);
  if (!choice) return null;
  const draft = { ...emptyCondition(choice), operator };
  if (value === undefined || value === null) return draft;
  if (typeof value === 'object' && !Array.isArray(value)) {
    return { ...draft, min: String(value.min ?? ''), max: String(value.max ?? '') };
  }
  const list = Array.isArray(value) ? value : [value];
  const relative = choice.type === 'date' ? parseRelativeDate(String(value)) : null;

  return {
    ...draft,
    text: relative ? '' : list.map(String).join('\n'),
    options: list.map((id, index) => ({
      id: typeof id === 'number' ? id : String(id),
      name: valueLabels?.[index] ?? String(id),
    })),
    relative: relative?.kind ?? null,
    ...(relative && { unit: relative.unit }),
    ...(relative && 'count' in relative && { count: String(relative.count) }),
  };
}

/** The filter of a form, or its errors. An empty form is no filter. */
export function readWhere(
  draft: GroupDraft,
  translate: Translate,
): { readonly where: WhereNode | null } | { readonly errors: WhereErrors } {
  const errors = new Map<number, string>();
  const where = readGroup(draft, errors, translate);

  const limit = where && exceededLimit(where);
  if (limit) errors.set(0, limitText(limit, translate));

  return errors.size > 0 ? { errors } : { where };
}

function readGroup(
  { join, members }: GroupDraft,
  errors: Map<number, string>,
  translate: Translate,
): WhereNode | null {
  const nodes = members
    .map((member) =>
      isGroup(member) ? readGroup(member, errors, translate) : readCondition(member, errors, translate),
    )
    .filter((node) => node !== null);
  const [first] = nodes;
  if (!first) return null;
  if (join === 'none') return { not: nodes.length === 1 ? first : { any: nodes } };
  if (nodes.length === 1) return first;

  return join === 'all' ? { all: nodes } : { any: nodes };
}

/** The error of a filter that exceeds a limit, translated. */
export function limitText(limit: keyof typeof filterGroupLimits, translate: Translate): string {
  const texts = {
    depth: 'Groups can be nested {depth} deep at most.',
    conditions: 'A filter can have {conditions} conditions at most.',
    values: 'A condition can have {values} values at most.',
  } as const;

  return translate(texts[limit], filterGroupLimits);
}

/** The condition of a form; null if it has an error, which is added under its key. */
export function readCondition(
  draft: ConditionDraft,
  errors: Map<number, string>,
  translate: Translate,
): WhereCondition | null {
  const { choice, operator } = draft;
  const { data } = choice;
  if (!needsValue(operator)) return { data, operator };
  const read = readValue(draft);
  if ('fault' in read) {
    errors.set(draft.key, translate(read.fault));
    return null;
  }

  return { data, operator, ...read };
}

type Read = Pick<WhereCondition, 'value' | 'valueLabels'> | { readonly fault: string };

function readValue(draft: ConditionDraft): Read {
  const { choice, operator, options } = draft;

  switch (choice.type) {
    case 'boolean':
      return options[0] ? { value: options[0].id === 'true' } : { fault: 'Choose something first.' };
    case 'enum':
    case 'select': {
      const chosen = isList(operator) ? options : options.slice(0, 1);
      const [first] = chosen;
      if (!first) return { fault: 'Choose something first.' };
      const value = isList(operator) ? chosen.map(({ id }) => id) : first.id;

      return choice.type === 'select' ? { value, valueLabels: chosen.map(({ name }) => name) } : { value };
    }
    case 'date':
      return readDate(draft);
    case 'number':
      return operator === 'between'
        ? readBounds(draft)
        : readTexts(
            draft,
            isEquality(operator) ? numberText : decimalText,
            'This is not a number. Write it plainly, such as 1234.5.',
          );
    default:
      return readTexts(draft, (text) => text.trim() || undefined, 'Type a text.');
  }
}

function readTexts(
  { operator, text }: ConditionDraft,
  read: (text: string) => string | undefined,
  fault: string,
): Read {
  const lines = isList(operator) ? text.split('\n').filter((line) => line.trim() !== '') : [text];
  const values = lines.map(read);
  const known = values.filter((value) => value !== undefined);
  const [first] = known;
  if (first === undefined || known.length < values.length) return { fault };

  return { value: isList(operator) ? known : first };
}

function readBounds({ min, max }: ConditionDraft): Read {
  const [low, high] = [min, max].map((text) => (text.trim() === '' ? null : decimalText(text)));
  if (low === undefined || high === undefined)
    return { fault: 'This is not a number. Write it plainly, such as 1234.5.' };
  if (low === null && high === null) return { fault: 'Type at least one number.' };
  if (low !== null && high !== null && isAbove(low, high))
    return { fault: 'This is less than the lower limit.' };

  return { value: { min: low, max: high } };
}

function readDate({ operator, text, min, max, relative, unit, count }: ConditionDraft): Read {
  if (operator === 'between') {
    if (min === '' && max === '') return { fault: 'Choose at least one day.' };
    const fault = [min, max].filter(Boolean).map(dayFault).find(Boolean);
    if (fault) return { fault };
    if (min !== '' && max !== '' && min > max) return { fault: 'This is before the first day.' };

    return { value: { min: min || null, max: max || null } };
  }
  if (relative === null) {
    const fault = text === '' ? 'Choose a day.' : dayFault(text);
    return fault ? { fault } : { value: text };
  }
  const isCounted = relative === 'last' || relative === 'coming' || relative === 'olderThan';
  const value = relativeDateText(
    isCounted ? { kind: relative, unit, count: Number(count) } : { kind: relative, unit },
  );

  return parseRelativeDate(value) ? { value } : { fault: 'Enter a whole number from 1.' };
}
