import { IntegrationError } from '../errors.ts';

/** Lets through the keys that a service accepts, and refuses the rest: a subclass lists them in `allowed`. */
export abstract class Filter {
  readonly #input: Readonly<Record<string, unknown>>;

  constructor(input: Readonly<Record<string, unknown>>) {
    this.#input = input;
  }

  protected abstract allowed(): readonly string[];

  /** The input. Throws `integrations.unsupported_keys`, which names all keys that are not allowed. */
  toArray(): Record<string, unknown> {
    const allowed = this.allowed();
    const unsupported = Object.keys(this.#input).filter((key) => !allowed.includes(key));
    if (unsupported.length === 0) return { ...this.#input };

    throw new IntegrationError(
      'integrations.unsupported_keys',
      `${this.constructor.name} does not support ${unsupported.join(', ')}. Supported are: ${allowed.join(', ')}.`,
    );
  }
}
