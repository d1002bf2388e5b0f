declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** Where a number may be written unlike JavaScript would write it: digits of more than a double, 1.10, 1e3, -0, 0.0000001. */
const unusualNumber = /[\d.]{16}|\.\d*0(?!\d)|\d[eE][+-]?\d|-0|\.0{6}/;

/**
 * Parses JSON so that `JSON.stringify` writes its numbers as they were: those that JavaScript would write otherwise become
 * raw JSON (`JSON.isRawJSON`). Throws as `JSON.parse`.
 */
export function parseExact(text: string): unknown {
  return hasUnusualNumber(text) ? JSON.parse(text, withItsDigits) : JSON.parse(text);
}

export function hasUnusualNumber(json: string): boolean {
  // Dates in strings look alike.
  return unusualNumber.test(json) && unusualNumber.test(json.replace(strings, '"'));
}

/** The last one may lack its end, in a body that is no JSON. Each character matches in one way, so that none takes long. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/gs;

function withItsDigits(_key: string, value: unknown, { source }: { readonly source: string }): unknown {
  return typeof value !== 'number' || String(value) === source ? value : JSON.rawJSON(source);
}

/** Number of names in JSON text; more than a parsed value has if a name is repeated in one object. */
export function namesIn(json: string): number {
  let count = 0;

  for (let start = json.indexOf('"'); start !== -1; ) {
    let end = json.indexOf('"', start + 1);
    while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
    if (end === -1) return count;
    let next = end + 1;
    while (isSpace(json.charCodeAt(next))) next += 1;
    if (json[next] === ':') count += 1;
    start = json.indexOf('"', next);
  }
  return count;
}

function isEscaped(json: string, quote: number): boolean {
  let slashes = 0;
  while (json[quote - 1 - slashes] === '\\') slashes += 1;

  return slashes % 2 === 1;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
