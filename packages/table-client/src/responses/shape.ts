import { malformedFailure, type RequestPurpose } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';

/*
 * Readers of values that a server sent. Each returns a value of the named type for any input; those named `need…` throw
 * `ShapeFault` instead.
 */

/** A response without a required member: `message` is a sentence about the member at `path`. */
export class ShapeFault extends Error {
  override readonly name = 'ShapeFault';
  readonly path: string;

  constructor(path: string, fault: string) {
    super(fault);
    this.path = path;
  }
}

/** Reads a response with `reader`; a `ShapeFault` becomes a `TableFailure`. */
export function readResponse<Body>(
  purpose: RequestPurpose,
  reader: (response: unknown) => Body,
  response: unknown,
  translate: Translate,
): Body {
  try {
    return reader(response);
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    throw malformedFailure(purpose, translate, {
      status: 200,
      path: error.path,
      fault: translate(error.message),
    });
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

/** A whole number of at least 0. */
export function countOf<Fallback>(value: unknown, fallback: Fallback): number | Fallback {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

/** `value` if the list contains it. */
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
