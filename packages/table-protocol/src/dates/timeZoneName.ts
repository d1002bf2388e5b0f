/** Characters; the longest existing name has 30. */
const longestName = 50;
const names = new Map<string, string>();
const cachedNames = 1000;

/** Normalises the case of an IANA name; null for other texts, also for offsets such as `+02:00`. */
export function timeZoneName(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined || !/^[a-z]/i.test(text) || text.length > longestName) {
    return known ?? null;
  }
  try {
    const name = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
    if (names.size >= cachedNames) {
      names.clear();
    }
    names.set(text, name);
    return name;
  } catch {
    return null;
  }
}
