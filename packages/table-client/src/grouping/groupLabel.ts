import type { GroupKey, GroupStep } from '@rowhouse/table-protocol/internal';
import { booleanOf, type CellDescription, plainText } from '../cells/describeCell.ts';
import { pageLocale } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import type { GroupLine } from './Grouping.ts';

/**
 * The display text of a group, as in the cells of its column; null for rows without a value. Records of one name have their
 * keys after it.
 */
export function groupLabel(
  {
    value,
    label,
    ambiguous,
    grouped: { step },
  }: Pick<GroupLine, 'value' | 'label' | 'ambiguous' | 'grouped'>,
  { column, text }: Pick<CellDescription, 'column' | 'text'>,
  translate: Translate,
): string | null {
  if (value === null || value === '') return null;
  if (step) return stepLabel(value, label, step, translate);
  if (column.meta.boolean) return translate(booleanOf(value) ? 'Yes' : 'No');

  if (column.enum) return text(value);
  const name = text(label ?? plainText(value));

  return ambiguous ? `${name} (${plainText(value)})` : name;
}

/** A step of dates in the page's language; `value` is its first day. */
function stepLabel(value: GroupKey, label: string | null, step: GroupStep, translate: Translate): string {
  const written = label ?? plainText(value);
  const [, year = '', part = ''] = /^(\d{4,})-[WQ]?(\d+)$/.exec(written) ?? [];

  switch (step) {
    case 'month':
      return monthText(String(value)) ?? written;
    case 'quarter':
      return part ? translate('Q{quarter} {year}', { quarter: part, year }) : written;
    case 'week':
      return part ? translate('Week {week}, {year}', { week: String(Number(part)), year }) : written;
    default:
      return written;
  }
}

function monthText(day: string): string | null {
  const date = new Date(`${day}T00:00:00Z`);

  return Number.isNaN(date.getTime())
    ? null
    : new Intl.DateTimeFormat(pageLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}
