import { type EnglishText, say, Text } from '@rowhouse/problems';
import { asText, type TextValue } from '@rowhouse/problems/internal';
import { TableError } from '../../errors.ts';

/** Sanitises text from clients for messages: truncated to `limit` characters, invisible characters escaped. */
function printable(text: string, limit = 40): string {
  // Truncating before splitting limits the work; each character is at most two code units.
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const shown = characters.length > limit ? `${characters.slice(0, limit).join('')}…` : characters.join('');
  return shown.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A client's value for a message. */
export function describe(value: unknown): TextValue {
  if (typeof value === 'string') {
    return `"${printable(value)}"`;
  }
  if (Array.isArray(value)) {
    return say`A list`;
  }
  if (value === undefined) {
    return say`A missing value`;
  }
  return typeof value === 'object' && value !== null ? say`An object` : printable(String(value));
}

/** The message about a value that cannot be stored. */
export function sendAnother(value: unknown, fault: Text): Text {
  return say`${describe(value)} ${fault}; send another value.`;
}

const namesLimit = 20;

/** Allowed words as a list for a message. */
export function listed(names: Iterable<string>): TextValue {
  const all = [...names];
  if (all.length === 0) {
    return say`none`;
  }
  const shown = all.slice(0, namesLimit).join(', ');
  return all.length > namesLimit ? say`${shown} and ${all.length - namesLimit} more` : shown;
}

/** Further faults are counted, but not listed: the response to a hostile request must not grow with it. */
const listLimit = 100;
const pathLimit = 200;

/** Collects the faults of a request, so that one response contains all of them. */
export class Faults {
  readonly #fields = new Map<string, (EnglishText | Text)[]>();
  #count = 0;

  /** `message` is a sentence with the value and the remedy. */
  add(path: string, message: EnglishText | Text): void {
    this.#count += 1;
    if (this.#count > listLimit) {
      return;
    }
    const key = printable(path, pathLimit);
    const messages = this.#fields.get(key);
    if (messages) {
      messages.push(message);
    } else {
      this.#fields.set(key, [message]);
    }
  }

  /** Whether a value has a fault. */
  has(path: string): boolean {
    return this.#count > 0 && this.#fields.has(printable(path, pathLimit));
  }

  /** Path → messages. */
  get fields(): ReadonlyMap<string, readonly (EnglishText | Text)[]> {
    return this.#fields;
  }

  /** Throws `tables.invalid_request` with every fault under its path. */
  throwIfAny(): void {
    const [first] = this.#fields;
    if (!first) {
      return;
    }
    const others = this.#count - 1;
    const [path, [message = '']] = first;
    const sentence = asText(message);
    const text =
      others === 0
        ? say`${path}: ${sentence}`
        : new Text('{0}: {1} And {2|# more fault|# more faults}: see errors.', [path, sentence, others]);
    throw new TableError('tables.invalid_request', text, {
      fields: Object.fromEntries(this.#fields),
    });
  }
}

/** Where the faults of a value are added. */
export interface FaultsOfValue {
  readonly path: string;
  readonly faults: Faults;
}
