import type { Mask } from '../mask/Mask.ts';
import { masked } from '../mask/masked.ts';

/** Shorter ones may stand anywhere by chance. */
const shortest = 4;

/** The secrets that a call sends: services like to repeat them in their faults, where no name tells what they are. */
export class CallSecrets {
  readonly #values = new Set<string>();
  readonly #mask: Mask;
  /** Masks those, too. */
  readonly mask: Mask;

  constructor(mask: Mask) {
    this.#mask = mask;
    this.mask = {
      url: (url) => this.#without(mask.url(url)),
      headers: (headers) =>
        Object.fromEntries(
          Object.entries(mask.headers(headers)).map(([name, value]) => [name, this.#without(value)]),
        ),
      body: (body, contentType) => {
        const shown = mask.body(typeof body === 'string' ? this.#without(body) : body, contentType);
        return typeof shown === 'string' ? this.#without(shown) : shown;
      },
      text: (text) => this.#without(mask.text(this.#without(text))),
    };
  }

  add(value: string | null | undefined): void {
    if (typeof value !== 'string' || value.length < shortest) return;

    this.#values.add(value);
    this.#values.add(escapeXml(value));
    this.#values.add(JSON.stringify(value).slice(1, -1));
  }

  /** Adds all texts within that are secrets by their names. */
  addFrom(value: unknown): void {
    this.#compare(value, this.#mask.body(value, null));
  }

  #compare(value: unknown, shown: unknown): void {
    if (typeof value === 'string' || typeof value === 'number') {
      if (shown === masked) this.add(String(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) {
        if (shown === masked) this.#compare(part, masked);
        else if (typeof shown === 'object' && shown !== null) this.#compare(part, Reflect.get(shown, name));
      }
    }
  }

  #without(text: string): string {
    let result = text;
    for (const value of this.#values) result = result.replaceAll(value, masked);

    return result;
  }
}

function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;');
}
