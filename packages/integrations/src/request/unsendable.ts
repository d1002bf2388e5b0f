/** They have no members of their own: JSON and forms would be empty, and nobody the wiser. */
const collections = [Map, Set, URLSearchParams, FormData, Headers];

/** Why an object within a body cannot be sent as it is, and what to give instead; null when it can. */
export function unsendable(value: object): string | null {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob) {
    return 'holds bytes; give them as text (base64, for example), or as an attachment';
  }
  const collection = collections.find((kind) => value instanceof kind);

  return collection === undefined ? null : `is a ${collection.name}; give an object or a list`;
}
