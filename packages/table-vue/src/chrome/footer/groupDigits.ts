/** `value` with its digits grouped as in `sample`, a number that the server formatted; `1234` like `1.000.000` is `1.234`. */
export function groupDigits(value: number, sample: string): string {
  const separator = /^\d{1,3}(\D)\d{3}/.exec(sample.trim())?.[1];

  return separator === undefined ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, separator);
}
