import { masked } from './masked.ts';

/** What a mask has hidden in a text: the parts of the original where the masked one has the sign. What cannot be told apart is left out. */
export function hiddenParts(original: string, shown: string): string[] {
  if (original === shown) return [];
  const [first = '', ...kept] = shown.split(masked);
  if (!original.startsWith(first)) return [];
  const parts: string[] = [];
  let at = first.length;

  for (const [index, text] of kept.entries()) {
    const isLast = index === kept.length - 1;
    if (text === '' && !isLast) return parts;
    const end =
      isLast && original.endsWith(text) ? original.length - text.length : original.indexOf(text, at);
    if (end < at || (isLast && !original.endsWith(text))) return parts;
    parts.push(original.slice(at, end));
    at = end + text.length;
  }
  return parts;
}
