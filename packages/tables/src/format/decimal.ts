/** Exact decimal numbers, without binary floating point. */

/** `units` / 10^`scale`; scale is zero or more. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Larger exponents would expand short texts to very long numbers. */
const exponentLimit = 1000;

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?$/;

/**
 * Reads `12`, `-0.5`, `.5`, `1e-7`, numbers and bigints; surrounding white space is ignored. Null for anything else.
 */
export function parseDecimal(value: unknown): Decimal | null {
  if (typeof value === 'bigint') {
    return { units: value, scale: 0 };
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    return null;
  }
  const match = pattern.exec(String(value).trim());
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (whole + fraction === '' || Math.abs(Number(exponent)) > exponentLimit) {
    return null;
  }
  const size = BigInt(whole + fraction);
  return shiftDecimal({ units: sign === '-' ? -size : size, scale: fraction.length }, Number(exponent));
}

/** Plain notation with `scale` digits after the point; zero has no sign. */
export function decimalText({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Without zeros at the end of the digits after the point. */
export function withoutZeros({ units, scale }: Decimal): Decimal {
  let digits = units;
  let left = scale;

  for (; left > 0 && digits % 10n === 0n; left -= 1) digits /= 10n;

  return { units: digits, scale: left };
}

/** The quotient with `scale` digits after the point, half away from zero. Throws a RangeError on division by zero. */
export function divideDecimals(a: Decimal, b: Decimal, scale: number): Decimal {
  const power = scale + b.scale - a.scale;
  const dividend = power > 0 ? a.units * 10n ** BigInt(power) : a.units;
  const divisor = power < 0 ? b.units * 10n ** BigInt(-power) : b.units;
  return { units: divideRounded(dividend, divisor), scale };
}

/** Minimum number of decimals of an average. */
const averageScale = 6;

/** The sum divided by the number of values; without values, the sum. */
export function averageOf(sum: Decimal, values: unknown): Decimal {
  const count = parseDecimal(values);

  return count && count.units !== 0n ? divideDecimals(sum, count, Math.max(sum.scale, averageScale)) : sum;
}

/** Times ten to the power of `places`: -2 turns cents into whole units. */
export function shiftDecimal({ units, scale }: Decimal, places: number): Decimal {
  const shifted = scale - places;
  return shifted >= 0 ? { units, scale: shifted } : { units: units * 10n ** BigInt(-shifted), scale: 0 };
}

/**
 * What a database answers for a sum: a number, or terms to be added, such as `12e9 -5e-8`. Zero without values; null if a
 * term is no number, since then there is no exact sum.
 */
export function sumOf(terms: unknown): Decimal | null {
  if (terms === null || terms === undefined) return { units: 0n, scale: 0 };
  if (typeof terms !== 'string') return parseDecimal(terms);

  return terms.split(' ').map(parseDecimal).reduce(addDecimals);
}

function addDecimals(a: Decimal | null, b: Decimal | null): Decimal | null {
  if (a === null || b === null) return null;
  const scale = Math.max(a.scale, b.scale);
  const units = ({ units: own, scale: digits }: Decimal) => own * 10n ** BigInt(scale - digits);

  return { units: units(a) + units(b), scale };
}

/** BigInt division truncates towards zero; adding half of the divisor, with the sign of the dividend, rounds. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const size = divisor < 0n ? -divisor : divisor;
  const signed = divisor < 0n ? -dividend : dividend;
  const doubled = signed * 2n + (signed < 0n ? -size : size);
  return doubled / (size * 2n);
}

/** Hundredths as exact decimal text; other values unchanged. */
export function fromCents(value: unknown): unknown {
  const cents = value === null || value === undefined ? null : parseDecimal(value);

  return cents ? decimalText(shiftDecimal(cents, -2)) : value;
}
