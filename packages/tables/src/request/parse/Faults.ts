import { TableError } from '../../errors.ts';

/** Text from outside made fit for a message: shortened to `limit` characters, invisible characters escaped. */
function printable(text: string, limit = 40): string {
  // Cutting before splitting keeps the work small; each character is at most two code units.
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const shown = characters.length > limit ? `${characters.slice(0, limit).join('')}…` : characters.join('');
  return shown.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A value from outside as a message names it. */
export function describe(value: unknown): string {
  if (typeof value === 'string') {
    return `"${printable(value)}"`;
  }
  if (Array.isArray(value)) {
    return 'A list';
  }
  if (value === undefined) {
    return 'A missing value';
  }
  return typeof value === 'object' && value !== null ? 'An object' : printable(String(value));
}

const namesLimit = 20;

/** Allowed words as a message lists them. */
export function listed(names: Iterable<string>): string {
  const all = [...names];
  if (all.length === 0) {
    return 'none';
  }
  const shown = all.slice(0, namesLimit).join(', ');
  return all.length > namesLimit ? `${shown} and ${all.length - namesLimit} more` : shown;
}

/** Further faults are counted, but not listed: a response must not grow with a hostile request. */
const listLimit = 100;
const pathLimit = 200;

/** Collects the faults of a request, so that one response has all of them. */
export class Faults {
  readonly #fields = new Map<string, string[]>();
  #count = 0;

  /** `message` is a sentence that names the value and what would be right. */
  add(path: string, message: string): void {
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

  /** Throws `tables.invalid_request` with every fault under its path. */
  throwIfAny(): void {
    const [first] = this.#fields;
    if (!first) {
      return;
    }
    const others = this.#count - 1;
    const rest = others === 0 ? '' : ` And ${others} more ${others === 1 ? 'fault' : 'faults'}: see errors.`;
    throw new TableError('tables.invalid_request', `${first[0]}: ${first[1][0]}${rest}`, {
      fields: Object.fromEntries(this.#fields),
    });
  }
}
