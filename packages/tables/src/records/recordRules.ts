import { say, type Text } from '@rowhouse/problems';
import type { EditedValue } from '../definition/TableEdit.ts';
import { shownNumber } from '../edit/editValue.ts';
import { ofItem } from '../edit/parseItems.ts';
import { type Decimal, parseDecimal } from '../format/decimal.ts';
import type { Bound } from '../query/checkRules.ts';
import { describe } from '../request/parse/Faults.ts';
import type { PlannedField } from './RecordPlan.ts';

/**
 * Why the database would refuse a value, as far as that is known before; each faulty item of a list with its number. `given` is the
 * value as it was sent.
 */
export function ruleFaults(value: EditedValue, given: unknown, field: PlannedField): Text[] {
  if (typeof value === 'object' && value !== null) {
    return value.flatMap((item, index) => {
      const fault = ruleFault(item, field);

      return fault === null ? [] : [ofItem(index, say`${describe(item)} ${fault}`)];
    });
  }
  // Such as an array of arrays.
  const fault = field.form?.kind === 'list' ? null : ruleFault(value, field);

  return fault === null ? [] : [say`${describe(given)} ${fault}`];
}

function ruleFault(value: string | boolean | null, { rules, type, column }: PlannedField): Text | null {
  if (typeof value !== 'string' || rules === null) return null;
  if (type !== 'number') {
    const { maxLength = value.length } = rules;
    // `length` counts some characters twice, such as emoji.
    const length = value.length > maxLength ? [...value].length : value.length;

    return length > maxLength ? say`has ${length} characters; send at most ${maxLength}.` : null;
  }
  const { digits, min, max, isYear } = rules;
  if (isYear && value === '0') return null;
  const [whole = '', decimals = ''] = value.replace('-', '').split('.');
  if (digits && decimals.length > digits.afterPoint) {
    return say`has more decimals than the column shows; send at most ${digits.afterPoint}.`;
  }
  const most = digits ? digits.all - digits.afterPoint : whole.length;
  if (whole !== '0' && whole.length > most)
    return say`is too large; send at most ${most} digits before the point.`;
  const shown = (bound: Bound) => shownNumber(bound.value, column.meta.cents);
  const number = min || max ? parseDecimal(value) : null;
  const isBelow = number !== null && min !== undefined && isBeyond(number, min, -1);
  const isAbove = number !== null && max !== undefined && isBeyond(number, max, 1);
  if (!isBelow && !isAbove) return null;
  if (min && max && !min.isExclusive && !max.isExclusive)
    return say`is out of range; send ${shown(min)} to ${shown(max)}.`;
  if (isBelow) {
    return min.isExclusive
      ? say`is too small; send more than ${shown(min)}.`
      : say`is too small; send at least ${shown(min)}.`;
  }
  if (isAbove) {
    return max.isExclusive
      ? say`is too large; send less than ${shown(max)}.`
      : say`is too large; send at most ${shown(max)}.`;
  }

  return null;
}

/** Whether a number is on the other side of a bound: below it for -1, above it for 1. */
function isBeyond(a: Decimal, bound: Bound, side: -1 | 1): boolean {
  const b = parseDecimal(bound.value);
  if (b === null) return false;
  const scale = Math.max(a.scale, b.scale);
  const difference = a.units * 10n ** BigInt(scale - a.scale) - b.units * 10n ** BigInt(scale - b.scale);

  return difference === 0n ? bound.isExclusive : difference > 0n === (side === 1);
}

/** Whether a field applies to a record with these values, as clients send them. */
export function applies(
  { options: { when = {} } }: Pick<PlannedField, 'options'>,
  valueOfField: (field: string) => unknown,
): boolean {
  return Object.entries(when).every(([name, wanted]) =>
    [wanted].flat().some((value) => sameScalar(value, valueOfField(name) ?? null)),
  );
}

function sameScalar(a: unknown, b: unknown): boolean {
  return a === null || b === null ? a === b : String(a) === String(b);
}
