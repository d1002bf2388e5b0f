/** Letters that show a year, a month and a day completely. */
const parts = [/[Yc]/, /[mnFMc]/, /[djc]/];

/** Whether a text in a PHP date format identifies a day, and the time of it that the format shows. */
export function identifiesDay(format: string): boolean {
  const letters = withoutLiterals(format);
  const isHalf = /[gh]/.test(letters) && !/[aAGHc]/.test(letters);

  return !isHalf && parts.every((part) => part.test(letters));
}

/** Whether a PHP date format shows a time. */
export function showsTime(format: string): boolean {
  return /[gGhHcrU]/.test(withoutLiterals(format));
}

function withoutLiterals(format: string): string {
  return format.replace(/\\./gsu, '');
}
