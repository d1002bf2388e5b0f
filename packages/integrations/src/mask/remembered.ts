export interface Memory<Result> {
  /** Entries; all are forgotten when there are more. */
  readonly most: number;
  /** Characters of a text that is remembered. */
  readonly longest: number;
  /** Whether a result may be remembered with its text. */
  readonly keeps?: (text: string, result: Result) => boolean;
}

/** Names and headers of calls are few, and the same ones return: computes the result of each of them once. */
export function remembered<Result>(
  compute: (text: string) => Result,
  { most, longest, keeps = () => true }: Memory<Result>,
): (text: string) => Result {
  const results = new Map<string, Result>();

  return (text) => {
    if (text.length > longest) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= most) results.clear();
    if (keeps(text, result)) results.set(copied(text), result);

    return result;
  };
}

/** V8 keeps the whole text of which a string is a part: a name would keep the body that it is from. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
