/** A value as text: nothing for null and what has no text, lists of plain values with commas, records as JSON. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? '' : objectText(value);
    default:
      return '';
  }
}

function objectText(value: object): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map(plainText).join(', ');
  }

  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
