/** A whole number as people read it: `1,234,567`. */
export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
