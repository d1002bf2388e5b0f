import { TableError } from '../../errors.ts';
import { printable } from './printable.ts';

/** More are counted, but not listed: an answer must not grow with a hostile request. */
const listLimit = 100;
const pathLimit = 200;

/** Collects what is wrong with a request, so that all of it is answered at once. */
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
