/** The name, numbered where it is taken already; `toHost` makes a name of it that the rows of a query can have. */
export function uniqueName(
  name: string,
  taken: ReadonlySet<string>,
  toHost = (own: string): string => own,
): string {
  for (let number = 1; ; number++) {
    const numbered = toHost(number === 1 ? name : `${name}_${number}`);
    if (!taken.has(numbered)) return numbered;
  }
}
