/** `1234567` → `1,234,567`; digits only, without a sign. */
export function groupThousands(digits: string, separator: string): string {
  let text = '';
  let end = digits.length;

  for (; end > 3; end -= 3) {
    text = separator + digits.slice(end - 3, end) + text;
  }

  return digits.slice(0, end) + text;
}
