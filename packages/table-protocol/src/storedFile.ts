/** What the value of a file field stands for. */
export interface StoredFile {
  /** UUID of the file. */
  readonly id: string;
  readonly name: string;
}

/** Characters of the name of a file at most. */
export const longestFileName = 100;

/** Characters that a column of files has room for: a UUID, a slash and a name. */
export const fileValueLength = 36 + 1 + longestFileName;

const pattern = /^(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(?<name>[^/]+)$/;

/** Reads `<uuid>/<name>`; null for a value that stands for no file. */
export function readFileValue(value: unknown): StoredFile | null {
  const { id, name } = (typeof value === 'string' && pattern.exec(value)?.groups) || {};

  return id === undefined || name === undefined ? null : { id, name };
}

export function fileValue({ id, name }: StoredFile): string {
  return `${id}/${name}`;
}
