const largestInteger = String(2 ** 53);
/** Digits of a decimal that a double always gives back. */
const exactDigits = 15;

/** Whether a spreadsheet, which calculates with doubles, keeps a number in plain notation as it is. */
export function isExactDouble(number: string): boolean {
  if (number.length <= exactDigits) {
    return true;
  }

  const [whole = '', fraction = ''] = number.replace(/^-/, '').split('.');
  const decimals = fraction.replace(/0+$/, '');

  if (decimals === '') {
    return (
      whole.length < largestInteger.length ||
      (whole.length === largestInteger.length && whole <= largestInteger)
    );
  }

  // Zeros before the first digit do not count.
  return (whole + decimals).replace(/^0+/, '').length <= exactDigits;
}
