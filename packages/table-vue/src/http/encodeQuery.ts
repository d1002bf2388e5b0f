/**
 * A payload as a query string, as the table protocol spells it: bracketed and percent-encoded, blanks as `+`, booleans
 * as words; null, undefined and empty lists are left out. Values are those that JSON would carry.
 */
export function encodeQuery(payload: object): string {
  const plain: unknown = JSON.parse(JSON.stringify(payload));

  return pairs(plain, '').join('&');
}

/** `path` with the payload in its query, behind what it has there already. */
export function withQuery(path: string, payload: object): string {
  const query = encodeQuery(payload);
  const separator = path.includes('?') ? '&' : '?';

  return query === '' ? path : `${path}${separator}${query}`;
}

function pairs(value: unknown, name: string): string[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => pairs(entry, `${name}[${index}]`));
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, entry]) =>
      pairs(entry, name === '' ? key : `${name}[${key}]`),
    );
  }

  return [`${encode(name)}=${encode(String(value))}`];
}

/** Half of a surrogate pair has no UTF-8, and would throw. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
}
