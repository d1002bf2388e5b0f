import { decimalText, parseDecimal, shiftDecimal } from '../format/decimal.ts';

/** Hundredths as exact decimal text; what is no number as it is. */
export function fromCents(value: unknown): unknown {
  const cents = value === null || value === undefined ? null : parseDecimal(value);

  return cents ? decimalText(shiftDecimal(cents, -2)) : value;
}
