/** True if the plain decimal `a` is greater than `b`. */
export function isAbove(a: string, b: string): boolean {
  const digits = Math.max(fractionOf(a).length, fractionOf(b).length);
  const scaled = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(digits - fractionOf(text).length));

  return scaled(a) > scaled(b);
}

/** The digits after the point. */
export function fractionOf(decimal: string): string {
  return decimal.split('.')[1] ?? '';
}
