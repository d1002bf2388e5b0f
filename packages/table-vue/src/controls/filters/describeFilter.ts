import { type ActiveFilter, type FilterChoice, numberText, type Translate } from '@rowhouse/table-client';
import type { SearchMode } from '@rowhouse/table-protocol';
import { dayText, type TableDates } from './dateDays.ts';
import { boundsOf, daysOf, isInterval } from './filterDraft.ts';

/** Maximum number of values that are named; the others are counted. */
const named = 3;

const modeTexts: Readonly<Record<SearchMode, string>> = {
  full: '“{text}”',
  startsWith: 'starts with “{text}”',
  endsWith: 'ends with “{text}”',
  exactMatch: 'exactly “{text}”',
  doesntContain: 'without “{text}”',
};

/** The values of a filter as text. */
export function describeFilter(
  filter: ActiveFilter,
  choice: FilterChoice | undefined,
  translate: Translate,
  dates: TableDates,
): string {
  const { value, type, mode } = filter;

  if (type === 'date') {
    const { from, to } = daysOf(value, dates.timeZone);

    return rangeText(from && dayText(from, dates), to && dayText(to, dates), translate);
  }
  if (isInterval(value)) {
    const { min, max } = boundsOf(value);

    return rangeText(min && plainNumber(min), max && plainNumber(max), translate);
  }

  const list = Array.isArray(value) ? value : [value];

  switch (type) {
    case 'boolean':
      return translate(['true', '1'].includes(String(list[0])) ? 'Yes' : 'No');
    case 'enum':
      return listText(
        list.map((key) => translate(choice?.enum?.[String(key)] ?? String(key))),
        translate,
      );
    case 'select':
      return listText(
        list.map((id, index) => filter.valueLabels?.[index] ?? String(id)),
        translate,
      );
    case 'string':
      return translate(modeTexts[mode && mode in modeTexts ? (mode as SearchMode) : 'full'], {
        text: String(list[0] ?? ''),
      });
    default:
      return listText(
        list.map((entry) => plainNumber(String(entry))),
        translate,
      );
  }
}

function rangeText(from: string, to: string, translate: Translate): string {
  if (from === to) {
    return from;
  }
  if (to === '') {
    return translate('from {from}', { from });
  }

  return from === '' ? translate('up to {to}', { to }) : translate('{from} – {to}', { from, to });
}

function listText(texts: readonly string[], translate: Translate): string {
  const first = texts.slice(0, named).join(', ');

  return texts.length > named
    ? translate('{names} and {count} more', { names: first, count: texts.length - named })
    : first;
}

function plainNumber(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? numberText(text) : text;
}
