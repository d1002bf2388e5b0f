const dayLength = 86_400_000;
/** Of 1970-01-01. */
const serialOf1970 = 25_569;
const threeDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/**
 * A date as spreadsheets count it, in days, with twelve decimals for the time; `local` is its clock in milliseconds
 * since 1970. Not written by way of a double: the texts of those are kept by the engine, and fill the memory.
 */
export function serialNumber(local: number): string {
  const days = Math.floor(local / dayLength);
  const clock = local - days * dayLength;
  const whole = String(days + serialOf1970);

  if (clock === 0) {
    return whole;
  }

  const fraction = Math.round((clock / dayLength) * 1e12);
  const first = Math.floor(fraction / 1e6);
  const last = fraction - first * 1e6;

  return `${whole}.${sixDigits(first)}${sixDigits(last)}`;
}

function sixDigits(number: number): string {
  return `${threeDigits[Math.floor(number / 1000)]}${threeDigits[number % 1000]}`;
}
