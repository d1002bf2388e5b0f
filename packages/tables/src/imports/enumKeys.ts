/** Key, label, and label in the language of the user → key; without labels that several keys have. */
export function enumKeys(
  labels: Readonly<Record<string, string>>,
  translate: (text: string) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [key, label] of Object.entries(labels)) {
    for (const text of new Set([label, translate(label)].map((each) => each.trim().toLowerCase()))) {
      if (found.has(text) && found.get(text) !== key) repeated.add(text);
      found.set(text, key);
    }
  }
  for (const text of repeated) found.delete(text);
  for (const key of Object.keys(labels)) found.set(key, key);

  return found;
}
