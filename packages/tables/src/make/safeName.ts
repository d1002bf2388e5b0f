/** Names that `data` of a template can say. */
export function isPlainName(name: string): boolean {
  return /^[^\s.]+$/.test(name);
}

/** A name that `data` of a template can say. */
export function safeName(name: string): string {
  return name.replace(/[\s.]+/g, '_');
}
