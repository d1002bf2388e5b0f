/*
 * Readers of values that a server sent. Each answers something of the type it names, whatever it is given, so that no
 * part of the component meets a surprise. `ShapeFault` is for what a table cannot do without.
 */

/** What an answer lacks: `fault` is a sentence about the member at `path`. */
export class ShapeFault extends Error {
  override readonly name = 'ShapeFault';
  readonly path: string;

  constructor(path: string, fault: string) {
    super(fault);
    this.path = path;
  }
}

export type UnknownRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function needRecord(value: unknown, path: string): UnknownRecord {
  if (!isRecord(value)) {
    throw new ShapeFault(path, 'It is not an object.');
  }

  return value;
}

export function needRecords(value: unknown, path: string): readonly UnknownRecord[] {
  if (!Array.isArray(value) || !value.every(isRecord)) {
    throw new ShapeFault(path, 'It is not a list of objects.');
  }

  return value;
}

export function needText(value: unknown, path: string): string {
  if (typeof value !== 'string' || value === '') {
    throw new ShapeFault(path, 'It is not a text.');
  }

  return value;
}

export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

export function recordsOf(value: unknown): readonly UnknownRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textOf<Fallback = ''>(value: unknown, fallback: Fallback | '' = ''): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** A record of texts; numbers become texts. */
export function labelsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).flatMap(([key, label]) =>
      typeof label === 'string' || typeof label === 'number' ? [[key, String(label)]] : [],
    ),
  );
}

/** A whole number from 0. */
export function countOf<Fallback>(value: unknown, fallback: Fallback): number | Fallback {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** The word itself where the list has it. */
export function wordOf<Word extends string, Fallback>(
  value: unknown,
  words: readonly Word[],
  fallback: Fallback,
): Word | Fallback {
  return words.find((word) => word === value) ?? fallback;
}

export function wordsOf<Word extends string>(value: unknown, words: readonly Word[]): Word[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];

  return [...new Set(given.flatMap((entry) => wordOf(entry, words, [])))];
}
